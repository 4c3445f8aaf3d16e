// The step player alone: one calculation, from its first row to its value.
// What is not defined here is in surface.js, trace.js, origins.js or player.js.

function build(surface) {
  const section = makeTrace(surface);
  surface.player.at = 1;
  return [section];
}

function draw(surface, view) {
  drawTrace(surface, view.trace);
}

function render(context) {
  return mount(context, "rt-step", build, draw);
}

export default { render };
