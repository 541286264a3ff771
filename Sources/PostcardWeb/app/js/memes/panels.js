import { get } from '../base/api.js';
import { fill, freshID, h, set } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { later } from '../base/later.js';
import { effect, signal } from '../base/signal.js';
import { complain } from '../base/toast.js';
import { boxPanel, lettersPanel, picturePanel } from './part-panels.js';
import { upload } from './own-picture.js';
import { addOverlay, freshCaption } from './styles.js';
import { stylesPanel } from './styles-panel.js';

const pickPhotos = later(() => import('./photo-picker.js'), 'pickPhotos');

const tabs = [['style', 'Style'], ['box', 'Box'], ['letters', 'Letters'], ['add', 'Add']];

/** Fonts to letter with, asked for once. */
let fonts = /** @type {Promise<{ id: string, name: string }[]> | null} */ (null);
const loadFonts = () => fonts ??= get('/fonts').then(list => list.map(font => ({ id: font.id, name: nameOf(font) })),
    problem => { fonts = null; throw problem; });
const nameOf = font => font.filename.replace(/\.\w+$/, '').replace(/-(Regular|Bold|Demi)$/, '').replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\bCJK$/,
    `CJK ${font.id.slice(-2).toUpperCase()}`);

/**
 * The panels below the words: styles, the box and the looks of what is selected, and what can be added.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {{ source: import('./source.js').Source, added: (key: string) => void, until: AbortSignal }} options
 */
export function panels(draft, { source, added, until }) {
    const shown = signal('style');
    const known = signal(/** @type {{ id: string, name: string }[] | null} */ (null));
    const id = freshID('panel');
    const panel = h('div', { class: 'panel', id, role: 'tabpanel', tabindex: '-1' });
    const buttons = tabs.map(([key, text]) => h('button',
        { role: 'tab', class: 'panel-tab', id: `${id}-${key}`, 'aria-controls': id, onclick: () => { shown.value = key; } }, text));
    const list = h('div', { class: 'panel-tabs', role: 'tablist', 'aria-label': 'How the meme looks', onkeydown: event => {
        const at = tabs.findIndex(([key]) => key === shown.peek());
        const next = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0,
            End: tabs.length - 1 }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        shown.value = tabs[next][0];
        buttons[next].focus();
    } }, buttons);
    let stop = new AbortController();
    let last = '';

    effect(() => {
        const [key, part, installed] = [shown.value, draft.part, known.value];
        tabs.forEach(([name], at) => set(buttons[at], { 'aria-selected': String(name === key), tabindex: name === key ? '0' : '-1' }));
        set(panel, { 'aria-labelledby': `${id}-${key}` });
        // A field that somebody types in, or a slider that somebody holds, stays as it is.
        const isSame = last === `${key} ${part?.key}`;
        const focused = document.activeElement;
        if (isSame && panel.contains(focused) && focused?.matches('input:not([type=checkbox], [type=radio])')) return;
        if (isSame && (key === 'style' || key === 'add')) return;
        const at = isSame ? [...panel.querySelectorAll('input, select, button')].indexOf(/** @type {Element} */ (focused)) : -1;
        last = `${key} ${part?.key}`;
        if (key === 'letters' && !installed) loadFonts().then(list => { known.value = list; }, complain);
        stop.abort();
        stop = new AbortController();
        fill(panel, key === 'style' ? stylesPanel(draft, source, AbortSignal.any([stop.signal, until])) : key === 'box'
            ? boxPanel(draft, part)
            : key === 'add' ? addPanel(draft, added) : !part ? h('p', { class: 'soft' }, 'Choose words or a picture on the stage.')
            : part.list === 'overlays' ? picturePanel(draft, part) : lettersPanel(draft, part, installed ?? []));
        if (at >= 0) /** @type {HTMLElement} */ ([...panel.querySelectorAll('input, select, button')][at])?.focus();
    }, until);
    return h('div', { class: 'panels' }, list, panel);
}

function addPanel(draft, added) {
    const chosen = async file => { try { addOverlay(draft, await upload(file)); } catch (problem) { complain(problem); } };
    const input = h('input', { type: 'file', accept: 'image/*', class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true',
        onchange: () => { if (input.files?.[0]) chosen(input.files[0]); input.value = ''; } });
    const item = (name, text, run) => h('button', { class: 'button', onclick: run }, icon(name), text);
    return h('div', { class: 'row' }, input,
        item('text', 'Words', () => {
            const count = draft.meme.peek().captions?.length ?? 0;
            draft.add('captions', freshCaption({ x: 0.1, y: 0.4 + 0.05 * (count % 5), width: 0.8, height: 0.2 }));
            added(draft.selected.peek() ?? '');
        }),
        item('image', 'Picture from this device', () => input.click()),
        item('map', 'Photo from an album', async () => {
            const [photo] = await pickPhotos({ title: 'Put a photo on the meme', isForMeme: true }) ?? [];
            if (photo) addOverlay(draft, `library:${photo.id}`);
        }));
}
