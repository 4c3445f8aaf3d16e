// What a deck does besides turning slides: an answer that is shown uncovers the surface that waits for it, and a slide that
// is higher than the window becomes smaller. Where that is not enough, its long table is in two columns.
addEventListener("load", () => {
  Reveal.on("fragmentshown", ({ fragment }) => {
    globalThis.rtAnswered?.add(fragment.dataset.answers);
    document.dispatchEvent(new Event("rankteach-answered"));
  });

  const SMALLEST = 0.7;
  function fit() {
    const slide = Reveal.getCurrentSlide();
    for (const split of [false, true]) {
      slide.style.fontSize = "";
      slide.classList.toggle("split", split);
      if (Reveal.isScrollView()) return;
      const size = Number.parseFloat(getComputedStyle(slide).fontSize);
      for (let part = 1; part > SMALLEST && slide.scrollHeight > slide.clientHeight; part -= 0.04) slide.style.fontSize = `${size * part}px`;
      if (slide.scrollHeight <= slide.clientHeight) return;
    }
  }
  for (const event of ["ready", "slidechanged", "resize"]) Reveal.on(event, fit);
  if (Reveal.isReady()) fit();
});
