/**
 * @typedef {{ keys: string, text: string, run: (event: KeyboardEvent) => unknown, root: Element | null,
 *   isEverywhere: boolean, isHidden: boolean }} Shortcut
 */

/** @type {Shortcut[]} */
const shortcuts = [];

/**
 * Adds keyboard shortcuts. They rest while somebody types, and while a dialog is open that does not hold
 * their root.
 *
 * @param {Record<string, [string, (event: KeyboardEvent) => unknown]>} table What each key does: its name as
 *   `KeyboardEvent.key` has it, with `Ctrl+` and `Shift+` before it (`Ctrl` is ⌘ on a Mac), more than one
 *   with a space between; a text for the sheet of shortcuts (empty for none) and a function, which answers
 *   false where the key is not for it.
 * @param {{ until: AbortSignal, root?: Element | null, isEverywhere?: boolean }} options `isEverywhere` has
 *   them work in all dialogs too.
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

/** The shortcuts that work now, for the sheet: keys and text. */
export const listShortcuts = () =>
    active().filter((each) => !each.isHidden).map(({ keys, text }) => ({ keys, text }));

/** The name of a key press as `keys` takes it. */
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
 * Tells taps from presses on the parts of an element. A press is a finger or button held for half a second
 * within 15 pixels, the right mouse button, or the menu key; after it, no click follows. A tap stays a click,
 * with which links and buttons work as ever.
 *
 * @param {HTMLElement} element
 * @param {string} parts A selector of what is pressed, such as `.tile`.
 * @param {(part: HTMLElement, event: MouseEvent) => void} held
 * @param {{ until?: AbortSignal, began?: (part: HTMLElement, event: PointerEvent) => void, ended?: () => void
 *   }} options `began` and `ended` show that it is being pressed.
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
            // Before the first tap on a page, vibrating is refused and complained about.
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
    // The scroll container may be any ancestor, and scrolling by wheel or key moves what is under the finger.
    document.addEventListener('scroll', stop, { signal: until, capture: true, passive: true });
    until?.addEventListener('abort', stop);
    element.addEventListener('contextmenu', (event) => {
        const part = partOf(event, parts);
        if (!part) return;
        event.preventDefault();
        // A touch that is held sends this too, before or after the timer.
        if (isHeld || /** @type {PointerEvent} */ (event).pointerType === 'touch') return;
        stop();
        held(part, event);
    }, options);
}

/**
 * Keeps the click that follows when the finger is lifted from what is under it by then, such as the dialog
 * that the press opened.
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

/** Whether what is dragged comes from this page: a picture that is dragged looks like a file. */
let isOwn = false;
addEventListener('dragstart', () => {
    isOwn = true;
}, { capture: true });
addEventListener('dragend', () => {
    isOwn = false;
}, { capture: true });

/**
 * Takes files that are dropped on an element from outside the page; while they are over it, it has the class
 * `is-dropping`. An element within that takes files itself comes first.
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
