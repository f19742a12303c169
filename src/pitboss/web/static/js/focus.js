/* For play with the keyboard: a button that was pressed is gone with the question it
   answered, and the focus with it. It goes on to what is asked next, one Tab before the first
   button, so that a key held too long answers nothing. */

let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

/** Gives a lost focus to the first of `parts` that asks for something; a focus that is somewhere stays.
    @param {[HTMLElement, string][]} parts */
export function holdFocus(parts) {
  if (!byKeyboard || document.activeElement !== document.body) return;
  const asking = parts.find(([node, asked]) => node.querySelector(asked));
  asking?.[0].focus({ preventScroll: true });
}
