// What a deck does besides turning slides: an answer that is shown uncovers the surface that waits for it, and a slide that
// is larger than the window becomes smaller. Where that is not enough, its long table is in two columns, if it is narrow.
addEventListener("load", () => {
  Reveal.on("fragmentshown", ({ fragment }) => {
    globalThis.rtAnswered?.add(fragment.dataset.answers);
    document.dispatchEvent(new Event("rankteach-answered"));
  });

  const ENOUGH = 0.7; // of the usual size
  const SMALLER = [0.55, 0.4];
  const tables = (slide) => [...slide.querySelectorAll(".rt-look table:not(details:not([open]) table)")];
  const over = (slide) => slide.scrollHeight > slide.clientHeight || tables(slide).some((one) => one.offsetWidth > one.closest(".rt-look").clientWidth);

  function fit() {
    const slide = Reveal.getCurrentSlide();
    for (const [split, smallest] of [ENOUGH, ...SMALLER].flatMap((size) => [[false, size], [true, size]])) {
      if (split && tables(slide).some((one) => one.offsetWidth > slide.clientWidth * 0.45)) continue; // it would lie on its second column
      slide.style.fontSize = "";
      slide.classList.toggle("split", split);
      if (Reveal.isScrollView()) return;
      const size = Number.parseFloat(getComputedStyle(slide).fontSize);
      for (let part = 1; part > smallest && over(slide); part -= 0.04) slide.style.fontSize = `${size * part}px`;
      if (!over(slide)) return;
    }
  }
  for (const event of ["ready", "slidechanged", "resize"]) Reveal.on(event, fit);
  if (Reveal.isReady()) fit();
});
