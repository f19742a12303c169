/* How this browser shows things. Loaded before anything is drawn, so that nothing changes colour. */
(() => {
  const root = document.documentElement;
  const read = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  for (const name of ["theme", "suits", "motion", "keys"]) {
    const value = read(name);
    if (value) root.dataset[name] = value;
  }
})();
