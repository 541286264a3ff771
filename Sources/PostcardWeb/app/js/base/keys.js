/**
 * @typedef {{ keys: string, text: string, run: (event: KeyboardEvent) => unknown, root: Element | null, isEverywhere: boolean,
 *   isHidden: boolean }} Shortcut
 */

/** @type {Shortcut[]} */
const shortcuts = [];

/**
 * Adds keyboard shortcuts. They rest while somebody types, and while a dialog is open that does not hold their root.
 *
 * @param {Record<string, [string, (event: KeyboardEvent) => unknown]>} table What each key does: its name as `KeyboardEvent.key` has
 *   it, with `Ctrl+` and `Shift+` before it (`Ctrl` is ⌘ on a Mac), more than one with a space between; a text for the sheet of shortcuts
 *   (empty for none) and a function, which answers false where the key is not for it.
 * @param {{ until: AbortSignal, root?: Element | null, isEverywhere?: boolean }} options `isEverywhere` has them work in all dialogs too.
 */
export function keys(table, { until, root = null, isEverywhere = false }) {
    const added = Object.entries(table).map(([names, [text, run]]) => ({ keys: names, text, run, root, isEverywhere, isHidden: !text }));
    shortcuts.push(...added);
    until.addEventListener('abort', () => {
        for (const each of added) shortcuts.splice(shortcuts.indexOf(each), 1);
    });
}

/** The shortcuts that work now, for the sheet: keys and text. */
export const listShortcuts = () => active().filter(each => !each.isHidden).map(({ keys, text }) => ({ keys, text }));

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

const typed = 'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=range]), textarea, select, [contenteditable]';

document.addEventListener('keydown', event => {
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
