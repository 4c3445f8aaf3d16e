async (state) => {
  // What anywidget gives to a widget's module: a model with traits, changes saved in one message, and listeners.
  const listeners = [];
  const pending = {};
  const fire = (event, ...values) =>
    listeners.filter((l) => l.event.split(" ").includes(event)).forEach((l) => l.callback(...values));
  const put = (name, value) => {
    if (JSON.stringify(state[name]) === JSON.stringify(value)) return false;
    state[name] = value;
    fire(`change:${name}`, model, value);
    return true;
  };
  const model = {
    get: (name) => state[name],
    set: (name, value) => { pending[name] = value; if (put(name, value)) fire("change", model); },
    save_changes: async () => {
      const changes = { ...pending };
      Object.keys(pending).forEach((name) => delete pending[name]);
      model.receive(await window.toPython(changes));
    },
    receive: (changes) => {
      const changed = Object.entries(changes).filter(([name, value]) => put(name, value));
      if (changed.length) fire("change", model);
    },
    on: (event, callback) => listeners.push({ event, callback }),
    off: (event, callback) => {
      const other = (l) => (event && l.event !== event) || (callback && l.callback !== callback);
      listeners.splice(0, listeners.length, ...listeners.filter(other));
    },
    send: () => {},
    tell: (message) => fire("msg:custom", message, []),
  };
  window.model = model;
  const module = await import(window.widgetModule ?? "/widget.js");
  const widget = typeof module.default === "function" ? await module.default() : module.default ?? module;
  await widget.initialize?.({ model });
  window.cleanup = await widget.render({ model, el: document.getElementById("widget") });
}
