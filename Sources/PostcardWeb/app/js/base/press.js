const milliseconds = 500;
const tolerance = 15;

/**
 * Tells taps from presses on the parts of an element. A press is a finger or button held for half a second within 15 pixels, the right
 * mouse button, or the menu key; after it, no click follows. A tap stays a click, with which links and buttons work as ever.
 *
 * @param {HTMLElement} element
 * @param {string} parts A selector of what is pressed, such as `.tile`.
 * @param {(part: HTMLElement, event: MouseEvent) => void} held
 * @param {{ until?: AbortSignal, began?: (part: HTMLElement, event: PointerEvent) => void, ended?: () => void }} options `began` and `ended`
 *   show that it is being pressed.
 */
export function press(element, parts, held, { until, began, ended } = {}) {
    let timer = 0;
    let start = /** @type {PointerEvent | null} */ (null);
    let isHeld = false;
    const stop = () => {
        if (!start) return;
        clearTimeout(timer);
        start = null;
        ended?.();
    };
    const options = { signal: until };
    element.addEventListener('pointerdown', event => {
        isHeld = false;
        const part = partOf(event, parts);
        if (!part || !event.isPrimary || event.button !== 0) return stop();
        stop();
        start = event;
        began?.(part, event);
        timer = setTimeout(() => {
            stop();
            isHeld = true;
            swallowClick();
            // Before the first tap on a page, vibrating is refused and complained about.
            if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
            held(part, event);
        }, milliseconds);
    }, options);
    element.addEventListener('pointermove', event => {
        if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tolerance) stop();
    }, options);
    for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'dragstart', 'wheel']) {
        element.addEventListener(name, stop, { signal: until, passive: true });
    }
    // The scroll container may be any ancestor, and scrolling by wheel or key moves what is under the finger.
    document.addEventListener('scroll', stop, { signal: until, capture: true, passive: true });
    until?.addEventListener('abort', stop);
    element.addEventListener('contextmenu', event => {
        const part = partOf(event, parts);
        if (!part) return;
        event.preventDefault();
        // A touch that is held sends this too, before or after the timer.
        if (isHeld || /** @type {PointerEvent} */ (event).pointerType === 'touch') return;
        stop();
        held(part, event);
    }, options);
}

/** Keeps the click that follows when the finger is lifted from what is under it by then, such as the dialog that the press opened. */
export function swallowClick() {
    const done = new AbortController();
    document.addEventListener('click', event => {
        event.preventDefault();
        event.stopImmediatePropagation();
        done.abort();
    }, { capture: true, signal: done.signal });
    for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, () => done.abort(),
        { capture: true, signal: done.signal });
}

/** @returns {HTMLElement | null} */
function partOf(event, parts) {
    return event.target instanceof Element ? event.target.closest(parts) : null;
}
