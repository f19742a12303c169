/* The bar on every page: settings kept in this browser, and what the line has to say. */

const root = document.documentElement;

for (const input of document.querySelectorAll("[data-setting]")) {
  const name = input.dataset.setting;
  if (input.type === "radio") input.checked = input.value === (root.dataset[name] ?? "");
  else input.checked = root.dataset[name] === input.value;
  input.addEventListener("change", () => {
    const value = input.type === "radio" || input.checked ? input.value : "";
    if (value) {
      root.dataset[name] = value;
      localStorage.setItem(name, value);
    } else {
      delete root.dataset[name];
      localStorage.removeItem(name);
    }
  });
}

/* A menu closes when one goes elsewhere, as people expect. */
for (const menu of document.querySelectorAll("details.menu")) {
  addEventListener("click", (event) => !menu.contains(event.target) && menu.removeAttribute("open"));
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    menu.removeAttribute("open");
    menu.querySelector("summary").focus();
  });
}
