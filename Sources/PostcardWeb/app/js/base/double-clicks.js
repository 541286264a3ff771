/** Controls that create something. The second click of a double click does not press them again. */
const pressedOnce = '.button-primary, .control-drop';

/**
 * Makes a double click do no more than one click. Busy buttons ignore clicks. If the first click replaced its button, the
 * second click does not press what appears in its place.
 */
export function guardDoubleClicks() {
    let last = /** @type {Element | null} */ (null);
    document.addEventListener('click', (event) => {
        const control = event.target instanceof Element ? event.target.closest('a, button') : null;
        const isSecond = event.detail > 1 && (control !== last || control?.matches(pressedOnce));
        if (!isSecond) last = control;
        if (!isSecond && !control?.matches('button[aria-busy=true]')) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, { capture: true });
}
