import { mayWrite } from './api.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { openMenu, showShortcuts } from './later.js';
import { go } from './router.js';

/**
 * The head of a screen: a way back, the title, what is done most, and a menu for the rest.
 *
 * @param {{ title: string | Node, back?: string, backName?: string, actions?: import('./dom.js').Child, menu?: () =>
 *   import('./menu.js').MenuItem[], isMain?: boolean }} options `back` is the address that Back leads to where there is none to go back to;
 *   `isMain` adds Trash, Settings and the shortcuts to the menu, as on the screens of the tabs.
 */
export function head({ title, back, backName = 'Back', actions, menu, isMain = false }) {
    const common = () => [
        { text: 'All pictures', icon: 'image', run: () => go('/app/pictures') },
            mayWrite() ? { text: 'Trash', icon: 'trash', run: () => go('/app/trash') } : null,
                { text: 'Settings', icon: 'settings', run: () => go('/app/settings') },
        matchMedia('(hover: hover)').matches ? { text: 'Keyboard shortcuts', icon: 'keyboard', run: showShortcuts } : null,
    ];
    const more = (menu || isMain) && h('button',
        { class: ['icon-button', !menu && 'only-narrow'], 'aria-label': 'More', 'aria-haspopup': 'menu',
        onclick: event => openMenu(event.currentTarget, [...(menu?.() ?? []), ...(isMain ? common() : [])]) }, icon('more'));
    return h('div', { class: 'head' }, back && h('a', { class: 'icon-button head-back', href: back, 'aria-label': backName }, icon('back')),
        h('h1', { class: 'head-title', dir: 'auto' }, title), h('div', { class: 'head-actions' }, actions, more));
}
