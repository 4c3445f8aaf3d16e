// A page of JupyterLite: runs a notebook as far as its first picture of a surface, which is then live without a key. A
// browser shows the copy of a notebook that was saved in it, for ever; where the site has another version, it is offered.
(async () => {
  const OPEN = "rankteach:open-new-version";
  const found = async (look) => {
    for (;;) {
      const one = look();
      if (one) return one;
      await new Promise((again) => setTimeout(again, 100));
    }
  };
  const { commands, serviceManager, shell } = await found(() => window.jupyterapp);
  const panel = await found(() => shell.currentWidget?.sessionContext && shell.currentWidget);
  await panel.context.ready;
  offerNewVersion();
  await panel.sessionContext.ready;
  const notebook = panel.content;
  const cells = [...notebook.model.cells];
  const shown = (cell) => cell.type === "code" && JSON.stringify(cell.outputs.toJSON()).includes("data:image/svg+xml");
  const before = notebook.activeCellIndex;
  for (const [place, cell] of cells.slice(0, cells.findIndex(shown) + 1).entries()) {
    if (cell.type !== "code") continue;
    notebook.activeCellIndex = place;
    await commands.execute("notebook:run-cell");
  }
  notebook.activeCellIndex = before;

  async function offerNewVersion() {
    const { path } = panel.context;
    const asked = fetch(`../files/${path}`, { cache: "no-cache" });
    const onSite = await asked.then((answer) => answer.json()).catch(() => ({}));
    const version = onSite.metadata?.rankteach.version; // a notebook of your own has none
    if (!version || panel.content.model.getMetadata("rankteach")?.version === version) return;
    commands.addCommand(OPEN, { execute: openNewVersion });
    const message = "This lesson has changed since you saved your copy. The copy stays in this browser, with the date in its name.";
    const actions = [{ label: "Open the new version", commandId: OPEN, displayType: "accent" }];
    await commands.execute("apputils:notify", { message, type: "info", options: { autoClose: false, actions } });
  }

  async function openNewVersion() {
    const [address, { path }] = [location.href, panel.context];
    const until = new Date().toISOString().slice(0, 16).replace("T", " ").replace(":", ".");
    await panel.context.save();
    await serviceManager.contents.rename(path, path.replace(".ipynb", ` until ${until}.ipynb`));
    location.assign(address); // which now shows what the site has
  }
})();
