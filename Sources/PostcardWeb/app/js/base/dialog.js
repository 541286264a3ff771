import { strings } from '../strings/dialogs.js';
import { freshID, h, icon } from './dom.js';
import { listShortcuts } from './keys.js';
import { followDialog } from './toast.js';

/** A dialog or menu that is dismissed as soon as the history is back at its screen. */
let dismissed = /** @type {Element | null} */ (null);
const { onpopstate: followRouter } = window;
// Back dismisses the topmost dialog or menu, as Escape does, and the screen below stays.
window.onpopstate = (event) => {
    /** @type {NodeListOf<HTMLElement>} */
    const open = document.querySelectorAll('dialog:modal, .menu:popover-open');
    const top = [...open].at(-1);
    // Screens with a URL have no index, so the distance is not a number.
    const distance = Number(top?.dataset.index) - (event.state?.index ?? 0);
    if (!dismissed && !distance) return followRouter?.call(window, event);
    event.stopImmediatePropagation();
    if (dismissed) {
        dismissed.dispatchEvent(new Event('cancel', { cancelable: true }));
        dismissed = null;
    } else {
        dismissed = top ?? null;
        history.go(distance);
    }
};

/** Returns the mark of an element that Back dismisses: the index of the screen below in the history. */
const overScreen = () => ({ index: history.state?.index ?? 0 });

/**
 * Opens a modal dialog. Escape, the Back gesture and the close button close it; then the previous focus is restored.
 *
 * @param {{ title: string, content: import('./dom.js').Child, actions?: Node[], kind?: 'card' | 'sheet' |
 *   'full' | 'peek', until?: AbortSignal, mayClose?: () => boolean | Promise<boolean>, isTitleHidden?:
 *   boolean, isScreen?: boolean }} options `kind`: a card in the middle, a sheet that slides up on a phone, the
 *   whole screen, or a larger view of a picture; `mayClose` decides if the dialog may close; `isScreen` is true
 *   for a screen with its own URL, which Back leaves.
 * @returns {{ element: HTMLDialogElement, close: (value?: any) => void, closed: Promise<any> }} `closed`
 *   resolves with the value passed to `close`, or with null if the dialog was dismissed.
 */
export function dialog(
    {
        title,
        content,
        actions = [],
        kind = 'card',
        until,
        mayClose,
        isTitleHidden = false,
        isScreen = false,
    },
) {
    const before = document.activeElement;
    const id = freshID('dialog');
    let value = /** @type {any} */ (null);
    const dismiss = async () => {
        if (!mayClose || await mayClose()) element.close();
    };
    const element = h(
        'dialog',
        { class: `dialog dialog-${kind}`, 'aria-labelledby': id, data: isScreen ? {} : overScreen() },
        h(
            'div',
            { class: 'dialog-body' },
            h(
                'header',
                { class: ['dialog-head', isTitleHidden && 'visually-hidden'] },
                h('h2', { id, tabindex: '-1', dir: 'auto' }, title),
                !isTitleHidden &&
                    h(
                        'button',
                        { class: 'icon-button', 'aria-label': strings.close, onclick: dismiss },
                        icon('close'),
                    ),
            ),
            h('div', { class: 'dialog-content' }, content),
            actions.length > 0 && h('footer', { class: 'dialog-actions' }, actions),
        ),
    );
    const closed = new Promise((resolve) =>
        element.addEventListener('close', () => {
            // A message inside the dialog moves out of it, and stays visible.
            const region = element.querySelector('.toasts');
            if (region) document.body.append(region);
            element.remove();
            if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
            resolve(value);
        }, { once: true })
    );
    element.addEventListener('cancel', (event) => {
        if (event.target !== element) return;
        event.preventDefault();
        dismiss();
    });
    // Only a press and release on the backdrop closes the dialog; a drag that started inside does not.
    let isPressedOutside = false;
    element.addEventListener('pointerdown', (event) => {
        isPressedOutside = event.target === element;
    });
    element.addEventListener('click', (event) => {
        if (event.target === element && isPressedOutside && kind !== 'full') dismiss();
    });
    until?.addEventListener('abort', () => element.close());
    document.body.append(element);
    element.showModal();
    followDialog();
    return {
        element,
        closed,
        close: (result = null) => {
            value = result;
            element.close();
        },
    };
}

/**
 * Asks for confirmation.
 *
 * @param {{ title: string, text?: string, confirm: string, cancel?: string, isDangerous?: boolean }} options
 * @returns {Promise<boolean>}
 */
export async function ask({ title, text = '', confirm, cancel = strings.cancel, isDangerous = false }) {
    const no = h('button', { class: 'button', onclick: () => question.close(false) }, cancel);
    const yes = h('button', {
        class: ['button', isDangerous ? 'button-danger' : 'button-primary'],
        onclick: () => question.close(true),
    }, confirm);
    const question = dialog({ title, content: text && h('p', null, text), actions: [no, yes] });
    (isDangerous ? no : yes).focus();
    return Boolean(await question.closed);
}

/**
 * Opens a dialog with one text field, such as for a name. The dialog stays open until the text is saved.
 *
 * @param {{ title: string, label: string, type?: string, value?: string, confirm: string, missing: string,
 *   maximum?: number, more?: string, save: (text: string, more: string) => Promise<any> }} options `missing`
 *   is the message for a blank field; `more` is the label of a second field, which may be blank; `save` may
 *   reject with a problem, which the dialog shows.
 * @returns {Promise<any>} The result of `save`; null if the dialog was dismissed.
 */
export async function askForText(
    { title, label, type = 'text', value = '', confirm, missing, maximum = 200, more = '', save },
) {
    const [field, note, next] = [freshID('field'), freshID('note'), freshID('field')];
    const input = h('input', {
        id: field,
        class: 'input',
        type,
        value,
        maxlength: maximum,
        autocomplete: 'off',
        dir: 'auto',
        'aria-describedby': note,
        required: true,
    });
    const second = h('input', { id: next, class: 'input', type: 'text', autocomplete: 'off', dir: 'auto' });
    const message = h('p', { id: note, class: 'field-problem', role: 'alert' });
    const submit = h('button', { type: 'submit', class: 'button button-primary' }, confirm);
    const form = h(
        'form',
        {
            novalidate: true,
            class: 'stack',
            oninput: () => {
                message.textContent = '';
                input.removeAttribute('aria-invalid');
            },
            onsubmit: async (event) => {
                event.preventDefault();
                const text = input.value.trim();
                message.textContent = text ? '' : missing;
                input.toggleAttribute('aria-invalid', !text);
                if (!text) return input.focus();
                submit.setAttribute('aria-busy', 'true');
                try {
                    box.close(
                        await save(text, second.value.trim()) ??
                            text,
                    );
                } catch (problem) {
                    message.textContent = problem.message;
                } finally {
                    submit.removeAttribute('aria-busy');
                }
            },
        },
        h('label', { class: 'field', for: field }, label),
        input,
        more && [h('label', { class: 'field', for: next }, more), second],
        message,
        h(
            'div',
            { class: 'dialog-actions' },
            h('button', { class: 'button', onclick: () => box.close() }, strings.cancel),
            submit,
        ),
    );
    const box = dialog({ title, content: form });
    input.focus();
    if (type === 'text') input.select();
    return box.closed;
}

/**
 * Opens a menu at a button. The arrow keys, Home and End move the focus; Escape closes the menu and returns
 * the focus.
 *
 * @typedef {{ text: string, icon?: string, run: () => void, isDangerous?: boolean, disabled?: string } |
 *   null} MenuItem `disabled` is the reason why the item cannot be chosen; the menu shows the reason.
 * @param {Element} anchor
 * @param {MenuItem[]} items
 */
export function openMenu(anchor, items) {
    const choose = (item) => {
        close();
        item.run();
    };
    const buttons = items.filter((item) => item !== null).map((item) =>
        h(
            'button',
            {
                role: 'menuitem',
                class: ['menu-item', item.isDangerous && 'is-dangerous'],
                tabindex: '-1',
                'aria-disabled': item.disabled ? 'true' : null,
                onclick: () => {
                    if (!item.disabled) choose(item);
                },
            },
            item.icon && icon(item.icon),
            h('span', { dir: 'auto' }, item.text, item.disabled && h('small', null, item.disabled)),
        )
    );
    const menu = h('div', { class: 'menu', role: 'menu', popover: 'manual', data: overScreen() }, buttons);
    // Manual: after a long press, an automatic popover would close as soon as the user lifts the finger.
    const ended = new AbortController();
    const close = () => {
        if (menu.matches(':popover-open')) menu.hidePopover();
    };
    document.addEventListener('pointerdown', (event) => {
        if (!menu.contains(/** @type {Node} */ (event.target))) close();
    }, { capture: true, signal: ended.signal });
    menu.addEventListener('cancel', close);
    addEventListener('resize', close, { signal: ended.signal });
    menu.addEventListener('toggle', (event) => {
        if (event.newState !== 'closed') return;
        ended.abort();
        anchor.setAttribute('aria-expanded', 'false');
        const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body;
        menu.remove();
        if (hadFocus && anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
    });
    menu.addEventListener('keydown', (event) => {
        const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
        const next = {
            ArrowDown: (at + 1) % buttons.length,
            ArrowUp: (at - 1 + buttons.length) % buttons.length,
            Home: 0,
            End: buttons.length - 1,
        }[event.key];
        if (event.key === 'Tab') close();
        if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            close();
        }
        if (next === undefined) return;
        event.preventDefault();
        buttons[next].focus();
    });
    anchor.setAttribute('aria-haspopup', 'menu');
    anchor.setAttribute('aria-expanded', 'true');
    (anchor.closest('dialog, [role=main], [role=complementary]') ?? document.body).append(menu);
    menu.showPopover();
    const box = anchor.getBoundingClientRect();
    const [width, height] = [menu.offsetWidth, menu.offsetHeight];
    const below = box.bottom + 4 + height <= innerHeight;
    menu.style.setProperty('left', `${Math.max(8, Math.min(box.right - width, innerWidth - width - 8))}px`);
    menu.style.setProperty('top', `${below ? box.bottom + 4 : Math.max(8, box.top - height - 4)}px`);
    buttons[0]?.focus();
}

const spoken = {
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ...strings.keyNames,
};
const shown = (key) =>
    key.split('+').filter(Boolean).concat(key.endsWith('+') ? ['+'] : []).map((part) =>
        spoken[part] ??
            (part.length === 1 ? part.toUpperCase() : part)
    ).join(' ');

/** Shows the shortcuts of the current screen. */
export function showShortcuts() {
    const rows = listShortcuts().map(({ keys, text }) =>
        h(
            'div',
            { class: 'shortcut' },
            h('dt', null, text),
            h('dd', null, keys.split(' ').map((key) => h('kbd', null, shown(key)))),
        )
    );
    dialog({ title: strings.shortcuts, content: h('dl', { class: 'shortcuts' }, rows) });
}
