/**
 * A gesture of the mouse, a pen or fingers, from the first press until all of them are lifted. Distances are in CSS
 * pixels.
 *
 * @typedef {{ start: PointerEvent, event: PointerEvent, dx: number, dy: number, stepX: number, stepY: number,
 *   isMoving: boolean, wasPinched: boolean }} Drag `dx` and `dy` are the distance from `start` to `event`, and `stepX`
 *   and `stepY` the distance from the event before; `isMoving` is true once the slack was exceeded.
 * @typedef {{ x: number, y: number, stepX: number, stepY: number, factor: number, scale: number, turn: number }}
 *   Pinch The middle between two fingers in the window, its last movement, the last change of the fingers' distance
 *   as a factor, and the change of distance and direction (in degrees clockwise) since the second finger was pressed.
 */

/**
 * Follows the mouse, a pen, or one or two fingers on an element. Without slack, the element captures pointers when
 * they are pressed. With slack, it captures them after they moved that far, so that a click still reaches its target;
 * no click follows a drag.
 *
 * @param {HTMLElement} element
 * @param {{ until?: AbortSignal, slack?: number, began: (event: PointerEvent) => boolean | void, moved: (drag: Drag)
 *   => boolean | void, pinched?: (pinch: Pinch) => void, ended?: (drag: Drag) => void }} options `began` is called for
 *   each press of the main button, and returns false to ignore it; `moved` returns false to end the gesture; without
 *   `pinched`, one finger at a time is followed; the last event of an ended drag may be a `pointercancel`.
 * @returns {{ cancel: () => void }} `cancel` ends the gesture.
 */
export function follow(element, { until, slack = 0, began, moved, pinched, ended }) {
    /** @type {Map<number, PointerEvent>} */
    const fingers = new Map();
    let drag = /** @type {any} */ (null);
    let pinch = { length: 1, angle: 0 };
    const listen = (name, run) => element.addEventListener(name, run, { signal: until });
    const cancel = () => fingers.clear();
    const capture = () => {
        for (const id of fingers.keys()) element.setPointerCapture(id);
    };
    listen('pointerdown', (event) => {
        // A finger that was lifted elsewhere, such as over a dialog that has opened, is forgotten.
        if (event.isPrimary) cancel();
        if (event.button !== 0 || began(event) === false || fingers.size > (pinched ? 1 : 0)) return;
        if (!fingers.size) {
            drag = { start: event, event, dx: 0, dy: 0, isMoving: false, wasPinched: false };
        } else {
            drag.wasPinched = true;
            pinch = lineOf([...fingers.values()][0], event);
        }
        fingers.set(event.pointerId, event);
        if (!slack || drag.isMoving) capture();
    });
    listen('pointermove', (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const [dx, dy] = [event.clientX - drag.start.clientX, event.clientY - drag.start.clientY];
        const isFirst = !drag.isMoving;
        if (isFirst && fingers.size === 1 && Math.hypot(dx, dy) < slack) return;
        drag.isMoving = true;
        fingers.set(event.pointerId, event);
        const [stepX, stepY] = [event.clientX - before.clientX, event.clientY - before.clientY];
        const [one, other] = fingers.values();
        if (other) {
            const still = one === event ? other : one;
            const now = lineOf(one, other);
            pinched?.({
                x: (one.clientX + other.clientX) / 2,
                y: (one.clientY + other.clientY) / 2,
                stepX: stepX / 2,
                stepY: stepY / 2,
                factor: now.length / lineOf(still, before).length,
                scale: now.length / pinch.length,
                turn: now.angle - pinch.angle,
            });
        } else if (moved(Object.assign(drag, { event, dx, dy, stepX, stepY })) === false) return cancel();
        if (isFirst && slack) {
            capture();
            swallowClick();
        }
    });
    const lifted = (event) => {
        if (!fingers.delete(event.pointerId) || fingers.size) return;
        const [dx, dy] = [event.clientX - drag.start.clientX, event.clientY - drag.start.clientY];
        ended?.(Object.assign(drag, { event, dx, dy }));
    };
    listen('pointerup', lifted);
    listen('pointercancel', lifted);
    until?.addEventListener('abort', cancel);
    return { cancel };
}

/** Returns the length in pixels, at least 1, and the direction in degrees of the line between two fingers. */
function lineOf(one, other) {
    const [x, y] = [other.clientX - one.clientX, other.clientY - one.clientY];
    return { length: Math.max(1, Math.hypot(x, y)), angle: Math.atan2(y, x) * 180 / Math.PI };
}

/** Returns a function that is called for each tap, and returns true for the second of two quick taps at one place. */
export function doubleTaps() {
    let last = /** @type {PointerEvent | null} */ (null);
    return (event) => {
        const isSecond = last !== null && event.timeStamp - last.timeStamp < 350 &&
            Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < 30;
        last = isSecond ? null : event;
        return isSecond;
    };
}

/** Returns the zoom factor of a turned wheel. One notch is about half a zoom level. */
export function wheelFactor(event) {
    const pixels = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
    // A pinch on a trackpad arrives as Ctrl with small deltas.
    return 2 ** (-Math.max(-240, Math.min(240, pixels)) / (event.ctrlKey ? 90 : 190));
}

const milliseconds = 500;
const tolerance = 15;

/**
 * Detects long presses on parts of an element: a finger or button held for half a second within 15 pixels,
 * the right mouse button, or the menu key. No click follows a long press. A tap remains a click, so links and buttons
 * work as usual.
 *
 * @param {HTMLElement} element
 * @param {string} parts A selector for the parts, such as `.tile`.
 * @param {(part: HTMLElement, event: MouseEvent) => void} held
 * @param {{ until?: AbortSignal, began?: (part: HTMLElement, event: PointerEvent) => void, ended?: () => void
 *   }} options `began` and `ended` are called at the start and end of each press, to show the press.
 */
export function press(element, parts, held, { until, began, ended } = {}) {
    let timer = 0;
    let isHeld = false;
    const stop = () => {
        if (!timer) return;
        clearTimeout(timer);
        timer = 0;
        finger.cancel();
        ended?.();
    };
    const finger = follow(element, {
        until,
        slack: tolerance,
        began: (event) => {
            stop();
            const part = partOf(event, parts);
            if (!part || !event.isPrimary) return false;
            began?.(part, event);
            timer = setTimeout(() => {
                stop();
                isHeld = true;
                swallowClick();
                // Before the first tap on a page, browsers refuse to vibrate and log a warning.
                if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
                held(part, event);
            }, milliseconds);
        },
        moved: () => {
            stop();
            return false;
        },
        ended: stop,
    });
    element.addEventListener('pointerdown', () => {
        isHeld = false;
    }, { signal: until });
    for (const name of ['pointerleave', 'dragstart', 'wheel']) {
        element.addEventListener(name, stop, { signal: until, passive: true });
    }
    // Any ancestor may scroll, and scrolling by wheel or key moves the part away from the finger.
    document.addEventListener('scroll', stop, { signal: until, capture: true, passive: true });
    until?.addEventListener('abort', stop);
    element.addEventListener('contextmenu', (event) => {
        const part = partOf(event, parts);
        if (!part) return;
        event.preventDefault();
        // A long touch also sends this event, before or after the timer fires.
        if (isHeld || /** @type {PointerEvent} */ (event).pointerType === 'touch') return;
        stop();
        held(part, event);
    }, { signal: until });
}

/**
 * Blocks the click that follows when the finger is lifted. The click must not reach the dialog that a press opened.
 */
function swallowClick() {
    const done = new AbortController();
    document.addEventListener('click', (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        done.abort();
    }, { capture: true, signal: done.signal });
    for (const name of ['pointerdown', 'keydown']) {
        document.addEventListener(name, () => done.abort(), { capture: true, signal: done.signal });
    }
}

/** @returns {HTMLElement | null} */
function partOf(event, parts) {
    return event.target instanceof Element ? event.target.closest(parts) : null;
}
