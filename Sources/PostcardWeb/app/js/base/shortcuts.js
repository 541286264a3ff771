import { dialog } from './dialog.js';
import { h } from './dom.js';
import { listShortcuts } from './keys.js';

const spoken = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': 'Space', Delete: 'Del' };
const shown = key => key.split('+').filter(Boolean).concat(key.endsWith('+') ? ['+'] : []).map(part => spoken[part]
    ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ');

/** Shows the shortcuts that work on the present screen. */
export function showShortcuts() {
    const rows = listShortcuts().map(({ keys, text }) => h('div', { class: 'shortcut' }, h('dt', null, text),
        h('dd', null, keys.split(' ').map(key => h('kbd', null, shown(key))))));
    dialog({ title: 'Keyboard shortcuts', content: h('dl', { class: 'shortcuts' }, rows) });
}
