import { get, isAbort } from '../base/api.js';
import { fill, freshID, h, icon, set } from '../base/dom.js';
import { later } from '../base/later.js';
import { effect, firstOf, signal } from '../base/signal.js';
import { complain } from '../base/toast.js';
import { partsOf } from './draft.js';
import { pictureButton, upload } from './own-picture.js';
import { boxPanel, lettersPanel, picturePanel } from './part-panels.js';
import { draw } from './preview.js';
import { addOverlay, freshCaption, restyled, stylesFor, wordsOf } from './styles.js';

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
        fill(panel, key === 'style' ? stylesPanel(draft, source, firstOf([stop.signal, until])) : key === 'box'
            ? boxPanel(draft, part)
            : key === 'add' ? addPanel(draft, added) : !part ? h('p', { class: 'soft' }, 'Choose words or a picture on the stage.')
            : part.list === 'overlays' ? picturePanel(draft, part) : lettersPanel(draft, part, installed ?? []));
        if (at >= 0) /** @type {HTMLElement} */ ([...panel.querySelectorAll('input, select, button')][at])?.focus();
    }, until);
    return h('div', { class: 'panels' }, list, panel);
}

function addPanel(draft, added) {
    const item = (name, text, run) => h('button', { class: 'button', onclick: run }, icon(name), text);
    return h('div', { class: 'row' },
        item('text', 'Words', () => {
            const count = draft.meme.peek().captions?.length ?? 0;
            draft.add('captions', freshCaption({ x: 0.1, y: 0.4 + 0.05 * (count % 5), width: 0.8, height: 0.2 }));
            added(draft.selected.peek() ?? '');
        }),
        pictureButton(async file => addOverlay(draft, await upload(file)), icon('image'), 'Picture from this device'),
        item('map', 'Photo from an album', async () => {
            const [photo] = await pickPhotos({ title: 'Put a photo on the meme', isForMeme: true }) ?? [];
            if (photo) addOverlay(draft, `library:${photo.id}`);
        }));
}

/**
 * The fields in which the words of a meme are written.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {{ report: import('../base/signal.js').Signal<any>, remove: (key: string) => void, until: AbortSignal }} options `report` is what the
 *   service said about the letters.
 */
export function wordsPanel(draft, { report, remove, until }) {
    const element = h('div', { class: 'words', role: 'group', 'aria-label': 'Words' });
    /** @type {Map<string, { row: HTMLElement, input: HTMLTextAreaElement, note: HTMLElement }>} */
    const rows = new Map();

    function row(part) {
        const note = h('p', { class: 'field-problem', id: freshID('cut') });
        const input = h('textarea', {
            class: 'input', rows: 1, maxlength: 8000, dir: 'auto', 'aria-label': part.name, placeholder: part.name, 'aria-describedby': note.id,
                data: { key: `words ${part.key}` },
            onfocus: () => { draft.selected.value = part.key; }, onblur: () => draft.settle(),
            oninput: () => draft.changePart(value => { value.text = input.value; }, 'text', part.key),
        });
        const button = h('button', { class: 'icon-button', 'aria-label': `Remove ${part.name.toLowerCase()}`,
            onclick: () => remove(part.key) }, icon('close'));
        return { row: h('div', { class: 'words-row' }, input, button, note), input, note };
    }

    effect(() => {
        const parts = partsOf(draft.meme.value).filter(part => part.list !== 'overlays');
        const order = parts.map(part => part.key).join();
        if (order !== element.dataset.order) {
            // The last of several rows may be gone, and the keys of the others stay.
            for (const key of rows.keys()) if (!parts.some(part => part.key === key)) rows.delete(key);
            for (const part of parts) if (!rows.has(part.key)) rows.set(part.key, row(part));
            const focused = document.activeElement;
            fill(element, parts.length ? parts.map(part => rows.get(part.key)?.row) : h('p', { class: 'soft' }, 'No words yet. Add some below.'));
            if (focused instanceof HTMLElement && element.contains(focused)) focused.focus();
            element.dataset.order = order;
        }
        parts.forEach((part, at) => {
            const { row, input, note } = /** @type {any} */ (rows.get(part.key));
            if (input.value !== part.value.text) input.value = part.value.text ?? '';
            set(input, { 'aria-label': part.name, placeholder: part.name });
            row.classList.toggle('is-selected', draft.selected.value === part.key);
            note.textContent = problemOf(report.value?.captions?.[at]);
        });
    }, until);

    return { element, focus: key => { const input = rows.get(key)?.input; input?.focus(); input?.select(); } };
}

/** What became of the letters of a caption, where something did not. */
function problemOf(caption) {
    if (caption?.unfitted) return `Too long for its box. Left out: “${caption.unfitted.trim().slice(0, 80)}”`;
    if (caption?.missing?.length) return `No font here has ${[caption.missing].flat().join(' ')}`;
    return '';
}

/** The parts whose words were cut. */
export function cutParts(meme, report) {
    const parts = partsOf(meme).filter(part => part.list !== 'overlays');
    return parts.filter((_, at) => report?.captions?.[at]?.unfitted).map(part => part.key);
}

/**
 * The strip of styles, each with a small picture of this meme in it.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {import('./source.js').Source} source
 * @param {AbortSignal} until
 */
function stylesPanel(draft, source, until) {
    let latest = /** @type {any} */ (null);
    const chips = stylesFor(source).map(style => {
        const image = h('img', { class: 'style-picture airmail', alt: '', width: 120, height: 90 });
        const button = h('button', { class: 'style', onclick: async () => {
            set(button, { 'aria-busy': 'true' });
            latest = style;
            try {
                const next = await restyled(draft.meme.peek(), style, until);
                // The answer to an earlier choice may come after a later one's.
                if (latest !== style) return;
                draft.replace(next);
            } catch (problem) {
                if (!isAbort(problem)) complain(problem);
            } finally { button.removeAttribute('aria-busy'); }
        } }, image, style.text);
        return { style, image, button };
    });
    until.addEventListener('abort', () => { for (const { image } of chips) if (image.src.startsWith('blob:')) URL.revokeObjectURL(image.src); });
    illustrate(chips, draft, source.background, until);
    return h('div', { class: 'styles', role: 'group', 'aria-label': 'Styles' }, chips.map(chip => chip.button));
}

/** Draws the styles one after the other, so that the stage does not wait for them. */
async function illustrate(chips, draft, background, until) {
    const meme = structuredClone(draft.meme.peek());
    const isBlank = wordsOf(meme).every(text => !text.trim());
    const example = isBlank ? { captions: ['Your words', 'below'].map(text => ({ text })) } : meme;
    for (const { style, image } of chips) {
        try {
            const { picture } = await draw({ ...background, meme: await restyled(example, style, until), size: '240' }, until);
            if (until.aborted) return;
            image.src = URL.createObjectURL(picture);
        } catch (error) {
            if (isAbort(error)) return;
        }
        image.classList.remove('airmail');
    }
}
