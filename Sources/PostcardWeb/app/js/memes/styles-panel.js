import { h, set } from '../base/dom.js';
import { isAbort } from '../base/problem.js';
import { complain } from '../base/toast.js';
import { draw } from './preview.js';
import { restyled, stylesFor, wordsOf } from './styles.js';

/**
 * The strip of styles, each with a small picture of this meme in it.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {import('./source.js').Source} source
 * @param {AbortSignal} until
 */
export function stylesPanel(draft, source, until) {
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
                draft.change(meme => { for (const key of Object.keys(meme)) delete meme[key]; Object.assign(meme, next); });
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
