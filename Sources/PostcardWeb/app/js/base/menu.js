import { h } from './dom.js';
import { icon } from './icons.js';

/**
 * A menu at a button: up and down, Home and End move, Escape closes, the focus goes back.
 *
 * @typedef {{ text: string, icon?: string, run: () => void, isDangerous?: boolean, disabled?: string } | null} MenuItem `disabled` says why
 *   it cannot be chosen; it stays readable.
 * @param {Element} anchor
 * @param {MenuItem[]} items
 */
export function openMenu(anchor, items) {
    const choose = item => { close(); item.run(); };
    const buttons = items.filter(item => item !== null).map(item => h('button', {
        role: 'menuitem', class: ['menu-item', item.isDangerous && 'is-dangerous'], tabindex: '-1',
            'aria-disabled': item.disabled ? 'true' : null,
        onclick: () => { if (!item.disabled) choose(item); },
    }, item.icon && icon(item.icon), h('span', { dir: 'auto' }, item.text, item.disabled && h('small', null, item.disabled))));
    const menu = h('div', { class: 'menu', role: 'menu', popover: 'manual' }, buttons);
    // By hand, since a popover that closes by itself would close when the finger that opened it by a press is lifted.
    const ended = new AbortController();
    const close = () => { if (menu.matches(':popover-open')) menu.hidePopover(); };
    document.addEventListener('pointerdown', event => { if (!menu.contains(/** @type {Node} */ (event.target))) close(); },
        { capture: true, signal: ended.signal });
    addEventListener('popstate', close, { signal: ended.signal });
    addEventListener('resize', close, { signal: ended.signal });
    menu.addEventListener('toggle', event => {
        if (event.newState !== 'closed') return;
        ended.abort();
        anchor.setAttribute('aria-expanded', 'false');
        const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body;
        menu.remove();
        if (hadFocus && anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
    });
    menu.addEventListener('keydown', event => {
        const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
        const next = { ArrowDown: (at + 1) % buttons.length, ArrowUp: (at - 1 + buttons.length) % buttons.length, Home: 0,
            End: buttons.length - 1 }[event.key];
        if (event.key === 'Tab') close();
        if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close(); }
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
