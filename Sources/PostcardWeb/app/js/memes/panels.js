import { isAbort } from '../base/api.js';
import { fill, freshID, h, icon, set } from '../base/dom.js';
import { later } from '../base/later.js';
import { effect, firstOf, signal } from '../base/signal.js';
import { complain } from '../base/toast.js';
import { strings } from '../strings/editor.js';
import { addOverlay, bodyOf, bubbled, freshCaption, partsOf, restyled, stylesFor, textsOf } from './draft.js';
import { draw, pictureButton, upload } from './preview.js';

const pickPictures = later(() => import('./photo-picker.js'), 'pickPictures');
const partPanel = later(() => import('./part-panels.js'), 'partPanel');

const tabs = [['style', strings.style], ['text', strings.text], ['effects', strings.effects], [
    'position',
    strings.position,
], [
    'picture',
    strings.picture,
]];

/**
 * Returns the panels below the texts: styles, and the appearance and position of the selected part.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {{ source: import('./draft.js').Source, until: AbortSignal }} options
 */
export function panels(draft, { source, until }) {
    const shown = signal('style');
    const id = freshID('panel');
    const panel = h('div', { class: 'panel', id, role: 'tabpanel', tabindex: '-1' });
    const buttons = tabs.map(([key, text]) =>
        h('button', {
            role: 'tab',
            class: 'panel-tab',
            id: `${id}-${key}`,
            'aria-controls': id,
            onclick: () => {
                shown.value = key;
            },
        }, text)
    );
    const list = h('div', {
        class: 'panel-tabs',
        role: 'tablist',
        'aria-label': strings.appearance,
        onkeydown: (event) => {
            const at = tabs.findIndex(([key]) => key === shown.peek());
            const next = {
                ArrowRight: (at + 1) % tabs.length,
                ArrowLeft: (at + tabs.length - 1) % tabs.length,
                Home: 0,
                End: tabs.length - 1,
            }[event.key];
            if (next === undefined) return;
            event.preventDefault();
            shown.value = tabs[next][0];
            buttons[next].focus();
        },
    }, buttons);
    let stop = new AbortController();
    let last = '';
    let runs = 0;

    effect(async () => {
        const [key, part, run] = [shown.value, draft.part, runs += 1];
        draft.meme.value;
        tabs.forEach(([name], at) =>
            set(buttons[at], { 'aria-selected': String(name === key), tabindex: name === key ? '0' : '-1' })
        );
        set(panel, { 'aria-labelledby': `${id}-${key}` });
        // A field or slider in use is not rebuilt.
        const isSame = last === `${key} ${part?.key}`;
        const focused = document.activeElement;
        if (
            isSame &&
            (key === 'style' ||
                panel.contains(focused) && focused?.matches('input:not([type=checkbox], [type=radio])'))
        ) return;
        last = `${key} ${part?.key}`;
        stop.abort();
        stop = new AbortController();
        const content = key === 'style'
            ? stylesPanel(draft, source, firstOf([stop.signal, until]))
            : await partPanel(key, draft, part, source);
        if (run !== runs) return;
        const fields =
            () => /** @type {HTMLElement[]} */ ([...panel.querySelectorAll('input, select, button')]);
        const at = isSame ? fields().indexOf(/** @type {HTMLElement} */ (document.activeElement)) : -1;
        fill(panel, content);
        if (at >= 0) fields()[at]?.focus();
    }, until);
    effect(() => {
        if (draft.part?.list === 'overlays' && shown.peek() === 'style') shown.value = 'picture';
    }, until);
    return h('div', { class: 'panels' }, list, panel);
}

/** Returns the buttons that add parts; `added` is called with the key of a new text. */
function additions(draft, added) {
    const item = (name, text, run) => h('button', { class: 'button', onclick: run }, icon(name), text);
    const write = (change, box) => {
        draft.add('captions', change(freshCaption(box)));
        added(draft.selected.peek() ?? '');
    };
    return h(
        'div',
        { class: 'row additions' },
        item('text', strings.text, () => {
            const count = draft.meme.peek().captions?.length ?? 0;
            write((part) => part, { x: 0.1, y: 0.4 + 0.05 * (count % 5), width: 0.8, height: 0.2 });
        }),
        item(
            'bubble',
            strings.bubble,
            () => write((part) => bubbled(part, true), { x: 0.3, y: 0.3, width: 0.4, height: 0.18 }),
        ),
        pictureButton(
            async (file) => addOverlay(draft, await upload(file)),
            'image/*',
            icon('image'),
            strings.picture,
        ),
        item('image', strings.myPictures, async () => {
            const [found] = await pickPictures({ isForMeme: true, kinds: ['photo', 'picture'] }) ?? [];
            if (found) addOverlay(draft, `library:${found.id}`);
        }),
    );
}

/**
 * Returns the text fields of a meme, and the buttons that add parts.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {{ report: import('../base/signal.js').Signal<any>, remove: (key: string) => void, until:
 *   AbortSignal }} options `report` is the service's report on the drawn text.
 */
export function wordsPanel(draft, { report, remove, until }) {
    const list = h('div', { class: 'words', role: 'group', 'aria-label': strings.captions });
    /** @type {Map<string, { row: HTMLElement, input: HTMLTextAreaElement, button: HTMLElement, note: HTMLElement }>} */
    const rows = new Map();

    function row(part) {
        const note = h('p', { class: 'field-problem', id: freshID('cut') });
        const input = h('textarea', {
            class: 'input',
            rows: 1,
            maxlength: 8000,
            dir: 'auto',
            'aria-describedby': note.id,
            data: { key: `words ${part.key}` },
            onfocus: () => {
                draft.selected.value = part.key;
            },
            onblur: () => draft.settle(),
            oninput: () =>
                draft.changePart(
                    (value) => {
                        value.text = input.value;
                    },
                    'text',
                    part.key,
                ),
        });
        const button = h('button', { class: 'icon-button', onclick: () => remove(part.key) }, icon('close'));
        return { row: h('div', { class: 'words-row' }, input, button, note), input, button, note };
    }

    effect(() => {
        const parts = partsOf(draft.meme.value).filter((part) => part.list !== 'overlays');
        const order = parts.map((part) => part.key).join();
        if (order !== list.dataset.order) {
            // After a removal, the last key no longer exists; the remaining rows keep their keys.
            for (const key of rows.keys()) if (!parts.some((part) => part.key === key)) rows.delete(key);
            for (const part of parts) if (!rows.has(part.key)) rows.set(part.key, row(part));
            const focused = document.activeElement;
            fill(list, parts.map((part) => rows.get(part.key)?.row));
            if (focused instanceof HTMLElement && list.contains(focused)) focused.focus();
            list.dataset.order = order;
        }
        parts.forEach((part, at) => {
            const { row, input, button, note } = /** @type {any} */ (rows.get(part.key));
            if (input.value !== part.value.text) input.value = part.value.text ?? '';
            set(input, { 'aria-label': part.name, placeholder: part.name });
            set(button, { 'aria-label': strings.removePart(part.name) });
            row.classList.toggle('is-selected', draft.selected.value === part.key);
            note.textContent = problemOf(report.value?.captions?.[at]);
        });
    }, until);

    const focus = (key) => {
        const input = rows.get(key)?.input;
        input?.focus();
        input?.select();
    };
    return {
        element: h(
            'div',
            { class: 'stack' },
            list,
            additions(draft, (key) => queueMicrotask(() => focus(key))),
        ),
        focus,
    };
}

/** Returns the problem with a caption's text; empty if there is none. */
function problemOf(caption) {
    if (caption?.unfitted) {
        return strings.tooLong(caption.unfitted.trim().slice(0, 80));
    }
    if (caption?.missing?.length) return strings.noFontHas([caption.missing].flat().join(' '));
    return '';
}

/** Returns the keys of parts whose text was cut off. */
export function cutParts(meme, report) {
    const parts = partsOf(meme).filter((part) => part.list !== 'overlays');
    return parts.filter((_, at) => report?.captions?.[at]?.unfitted).map((part) => part.key);
}

/**
 * Returns the styles, each with a preview of this meme.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {import('./draft.js').Source} source
 * @param {AbortSignal} until
 */
function stylesPanel(draft, source, until) {
    let latest = /** @type {any} */ (null);
    const chips = stylesFor(source).map((style) => {
        const image = h('img', { class: 'style-picture airmail', alt: '', width: 120, height: 90 });
        const button = h(
            'button',
            {
                class: 'style',
                onclick: async () => {
                    set(button, { 'aria-busy': 'true' });
                    latest = style;
                    try {
                        const next = await restyled(draft.meme.peek(), style, until);
                        // The response to an earlier choice can arrive after the response to a later choice.
                        if (latest !== style) return;
                        draft.replace(next);
                    } catch (problem) {
                        if (!isAbort(problem)) complain(problem);
                    } finally {
                        button.removeAttribute('aria-busy');
                    }
                },
            },
            image,
            style.text,
        );
        return { style, image, button };
    });
    until.addEventListener('abort', () => {
        for (const { image } of chips) if (image.src.startsWith('blob:')) URL.revokeObjectURL(image.src);
    });
    illustrate(chips, draft, source.background, until);
    return h(
        'div',
        { class: 'styles', role: 'group', 'aria-label': strings.styles },
        chips.map((chip) => chip.button),
    );
}

/** Draws the style previews one after the other, so they do not delay the meme on the stage. */
async function illustrate(chips, draft, background, until) {
    const meme = structuredClone(draft.meme.peek());
    const isBlank = textsOf(meme).every((text) => !text.trim());
    const example = isBlank
        ? { crop: meme.crop, captions: strings.example.map((text) => ({ text, box: {} })) }
        : meme;
    for (const { style, image } of chips) {
        try {
            const { picture } = await draw({
                ...bodyOf(background, await restyled(example, style, until)),
                size: '240',
            }, until);
            if (until.aborted) return;
            image.src = URL.createObjectURL(picture);
        } catch (error) {
            if (isAbort(error)) return;
        }
        image.classList.remove('airmail');
    }
}
