import { fill, freshID, h, set } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { effect } from '../base/signal.js';
import { partsOf } from './draft.js';

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
            class: 'input', rows: 1, maxlength: 8000, 'aria-label': part.name, placeholder: part.name, 'aria-describedby': note.id,
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
