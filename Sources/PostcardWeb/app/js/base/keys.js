/**
 * @typedef {{ keys: string, text: string, run: (event: KeyboardEvent) => unknown, root: Element | null,
 *   isEverywhere: boolean, isHidden: boolean }} Shortcut
 */

/** @type {Shortcut[]} */
const shortcuts = [];

/**
 * Adds keyboard shortcuts. They are inactive while the user types, and while a dialog that does not contain their
 * root is open.
 *
 * @param {Record<string, [string, (event: KeyboardEvent) => unknown]>} table The action for each key. Keys are
 *   named as in `KeyboardEvent.key`, with the prefixes `Ctrl+` (⌘ on a Mac) and `Shift+`; spaces separate
 *   alternatives. The values are a text for the list of shortcuts (empty hides it) and a function, which
 *   returns false to ignore the key.
 * @param {{ until: AbortSignal, root?: Element | null, isEverywhere?: boolean }} options `isEverywhere`
 *   also enables the shortcuts in all dialogs.
 */
export function keys(table, { until, root = null, isEverywhere = false }) {
    const added = Object.entries(table).map(([names, [text, run]]) => ({
        keys: names,
        text,
        run,
        root,
        isEverywhere,
        isHidden: !text,
    }));
    shortcuts.push(...added);
    until.addEventListener('abort', () => {
        for (const each of added) shortcuts.splice(shortcuts.indexOf(each), 1);
    });
}

/** Returns the keys and texts of the active shortcuts. */
export const listShortcuts = () =>
    active().filter((each) => !each.isHidden).map(({ keys, text }) => ({ keys, text }));

/** Returns the name of a key press as used in `keys`. */
export function nameOf(event) {
    const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
    const shift = event.shiftKey && event.key.length > 1 ? 'Shift+' : '';
    const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
    return `${control}${event.altKey ? 'Alt+' : ''}${shift}${key}`;
}

function active() {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
    return shortcuts.filter(({ root, isEverywhere }) => {
        if (dialog) return isEverywhere || (root !== null && dialog.contains(root));
        return root === null || (root.isConnected && !root.closest('[inert]'));
    });
}

const typed =
    'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=range]), textarea, select, [contenteditable]';

document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    const isTyping = event.target instanceof Element && event.target.closest(typed);
    if (isTyping && name !== 'Escape' && !['Ctrl+Enter', 'Ctrl+s'].includes(name)) return;
    for (const each of active().reverse()) {
        if (!each.keys.split(' ').includes(name)) continue;
        if (each.run(event) === false) continue;
        event.preventDefault();
        return;
    }
});

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
    let start = /** @type {PointerEvent | null} */ (null);
    let isHeld = false;
    const stop = () => {
        if (!start) return;
        clearTimeout(timer);
        start = null;
        ended?.();
    };
    const options = { signal: until };
    element.addEventListener('pointerdown', (event) => {
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
            // Before the first tap on a page, browsers refuse to vibrate and log a warning.
            if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
            held(part, event);
        }, milliseconds);
    }, options);
    element.addEventListener('pointermove', (event) => {
        if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tolerance) {
            stop();
        }
    }, options);
    for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'dragstart', 'wheel']) {
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
    }, options);
}

/**
 * Blocks the click that follows when the finger is lifted. The click must not reach the dialog that the press opened.
 */
export function swallowClick() {
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

/** True while something on this page is being dragged: a dragged picture looks like a file. */
let isOwn = false;
addEventListener('dragstart', () => {
    isOwn = true;
}, { capture: true });
addEventListener('dragend', () => {
    isOwn = false;
}, { capture: true });

/**
 * Accepts files that are dropped on an element from outside the page. The element has the class `is-dropping` while
 * files are over it. Nested elements that accept files take precedence.
 *
 * @param {Element} element
 * @param {(files: File[]) => void} take
 * @param {AbortSignal} until
 */
export function takeFiles(element, take, until) {
    const mark = (isOver) => element.classList.toggle('is-dropping', isOver);
    const listen = (name, run) =>
        element.addEventListener(name, (event) => {
            if (!isOwn && event.dataTransfer?.types.includes('Files')) run(event);
        }, { signal: until });
    listen('dragover', (event) => {
        mark(!event.defaultPrevented);
        event.preventDefault();
    });
    listen('dragleave', (event) => {
        if (!element.contains(/** @type {Node | null} */ (event.relatedTarget))) mark(false);
    });
    listen('drop', (event) => {
        mark(false);
        const files = event.defaultPrevented ? [] : [...event.dataTransfer.files];
        event.preventDefault();
        if (files.length) take(files);
    });
}
