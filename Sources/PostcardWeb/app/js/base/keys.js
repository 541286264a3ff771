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
