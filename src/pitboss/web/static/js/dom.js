/* The little of a library this needs: make an element, and keep a list of elements up to date
   without making them anew, so that focus stays where it is and only what is new moves. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Properties */

/** @param {any} node @param {Properties} properties @param {any[]} children @returns {any} */
function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element: `make("button", {class: "button", onclick: f}, "Repeat")`.
    @param {string} tag @param {Properties} [properties] @param {any[]} children @returns {any} */
export function make(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element. @param {string} tag @param {Properties} [properties] @param {any[]} children @returns {any} */
export function draw(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Sets a text only where it differs, so that screen readers are not told twice.
    @param {Node} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets or removes an attribute, only where it differs.
    @param {Element} node @param {string} name @param {any} value */
export function mark(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value === true ? "" : value)) {
    node.setAttribute(name, value === true ? "" : value);
  }
}

/** Makes the children of `parent` those of `items`: known keys are updated, others come and go.
    @template T
    @param {any} parent
    @param {T[]} items
    @param {(item: T, index: number) => unknown} key
    @param {(item: T, index: number) => any} create
    @param {(child: any, item: T, index: number) => void} [update] */
export function keep(parent, items, key, create, update) {
  // What the page came with before the first message has no key, and makes room.
  for (const child of [...parent.children]) if (!child.dataset.key) child.remove();
  /** @type {Map<string, any>} */
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  items.forEach((item, index) => {
    const name = String(key(item, index));
    let child = known.get(name);
    if (child) known.delete(name);
    else {
      child = create(item, index);
      child.dataset.key = name;
    }
    update?.(child, item, index);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  });
  for (const child of known.values()) child.remove();
}
