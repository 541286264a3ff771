import { h, set } from '../base/dom.js';
import { complain } from '../base/toast.js';
import { isAbort } from '../base/problem.js';
import { draw } from './preview.js';
import { restyled, styles, wordsOf } from './styles.js';

/**
 * The strip of styles, each with a small picture of this meme in it.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {{ picture?: string, template?: string }} background
 * @param {AbortSignal} until
 */
export function stylesPanel(draft, background, until) {
    let latest = '';
    const chips = styles.map(style => {
        const image = h('img', { class: 'style-picture airmail', alt: '', width: 120, height: 90 });
        const button = h('button', { type: 'button', class: 'style', onclick: async () => {
            set(button, { 'aria-busy': 'true' });
            latest = style.name;
            try {
                const next = await restyled(draft.meme.peek(), background, style.name);
                // The answer to an earlier choice may come after a later one's.
                if (until.aborted || latest !== style.name) return;
                draft.change(meme => { for (const key of Object.keys(meme)) delete meme[key]; Object.assign(meme, next); });
            } catch (problem) { complain(problem); } finally { button.removeAttribute('aria-busy'); }
        } }, image, style.text);
        return { style, image, button };
    });
    until.addEventListener('abort', () => { for (const { image } of chips) if (image.src.startsWith('blob:')) URL.revokeObjectURL(image.src); });
    illustrate(chips, draft, background, until);
    return h('div', { class: 'styles', role: 'group', 'aria-label': 'Styles' }, chips.map(chip => chip.button));
}

/** Draws the styles one after the other, so that the stage does not wait for them. */
async function illustrate(chips, draft, background, until) {
    const words = wordsOf(draft.meme.peek()).filter(text => text.trim());
    for (const { style, image } of chips) {
        const texts = Array.from({ length: style.room }, (_, at) => words[at] ?? (words.length ? '' : at ? 'below' : 'Your words'));
        try {
            const { picture } = await draw({ ...background, style: style.name, texts, size: '240' }, until);
            if (until.aborted) return;
            image.src = URL.createObjectURL(picture);
            image.classList.remove('airmail');
        } catch (error) {
            if (isAbort(error)) return;
            image.classList.remove('airmail');
        }
    }
}
