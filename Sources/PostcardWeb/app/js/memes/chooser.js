import { resource } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { head } from '../base/head.js';
import { icon } from '../base/icons.js';
import { effect } from '../base/signal.js';
import { showResource } from '../base/states.js';
import { complain } from '../base/toast.js';
import { pickPhotos, mayBeChanged } from './photo-picker.js';
import { pictureIn, upload } from './source.js';

/** What a new meme can be made of: a photo of an album, a picture of one's own, or a template. */
export function chooser(screen, until) {
    const open = query => screen.go(`/app/memes/new?${query}`);
    const input = h('input', { type: 'file', accept: 'image/*', class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true',
        onchange: () => { if (input.files?.[0]) letter(input.files[0], open); input.value = ''; } });
    const button = (name, text, run) => h('button', { type: 'button', class: 'button', onclick: run }, icon(name), text);
    const templates = h('div');
    takePictures(screen.element, file => letter(file, open), until);
    // Pictures that are still on their way would hold up what the next screen asks for.
    until.addEventListener('abort', () => { for (const image of templates.querySelectorAll('img')) if (!image.complete) image.removeAttribute('src');
        });
    showResource(resource('/templates'), list => h('div', { class: 'templates' },
        list.map(template => h('a', { class: 'template', href: `/app/memes/new?template=${encodeURIComponent(template.id)}` },
        h('img', { src: `/images/${encodeURIComponent(template.id)}.jpg?width=320`, alt: '', loading: 'lazy', decoding: 'async' }),
            h('b', null, template.name)))), { into: templates, until, effect });
    return h('div', { class: 'page' }, head({ title: 'New meme', back: '/app/memes' }),
        h('div', { class: 'row' }, input, button('map', 'Photo of an album', async () => {
            const [photo] = await pickPhotos({ title: 'Choose a photo', only: mayBeChanged });
            if (photo) open(`photo=${photo.id}`);
        }), button('image', 'Picture from this device', () => input.click())),
        h('p', { class: 'soft' }, 'Or paste a picture, or drop one here.'), h('h2', null, 'Templates'), templates);
}

/** Opens the editor with a picture of one's own. */
export async function letter(file, open) {
    const box = fill(h('div', { class: 'progress', role: 'progressbar', 'aria-label': 'Sending the picture' }), h('i', { style: { '--part': '1' } }));
    document.querySelector('.pane:last-child main')?.prepend(box);
    try { open(`upload=${encodeURIComponent((await upload(file)).replace(/^upload:/, ''))}`);
        } catch (problem) { complain(problem, () => letter(file, open)); } finally { box.remove(); }
}

/** Calls a function with the picture that is pasted while a screen is open, or dropped on it. */
export function takePictures(element, take, until) {
    document.addEventListener('paste', event => {
        const file = pictureIn(event.clipboardData);
        if (!file || document.querySelector('dialog:modal')) return;
        event.preventDefault();
        take(file);
    }, { signal: until });
    element.addEventListener('dragover',
        event => { if (event.dataTransfer?.types.includes('Files')) { event.preventDefault(); element.classList.add('is-dropping'); } },
        { signal: until });
    element.addEventListener('dragleave', () => element.classList.remove('is-dropping'), { signal: until });
    element.addEventListener('drop', event => {
        element.classList.remove('is-dropping');
        const file = pictureIn(event.dataTransfer);
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        take(file);
    }, { signal: until });
}
