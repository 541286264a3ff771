import { mayWrite, resource } from '../base/api.js';
import { h, icon, iconButton } from '../base/dom.js';
import { later } from '../base/later.js';
import { showResource } from '../base/lists.js';
import { head } from '../base/states.js';
import { memePath } from '../grid/tile.js';
import { strings } from '../strings/editor.js';
import { openInEditor, pictureButton, readMeme, takePictures } from './preview.js';

const addFile = later(() => import('./templates.js'), 'addFile');
const templateMenu = later(() => import('./templates.js'), 'templateMenu');
const pickPictures = later(() => import('./photo-picker.js'), 'pickPictures');

/** The ways to choose the base image for a new meme: the library's pictures, files from this device, or templates. */
export function chooser(screen, until) {
    // Replaces the chooser in the history: closing the finished meme must not return to the chooser.
    const open = (query) => screen.go(`/app/memes/new?${query}`, { replace: true });
    const templates = h('div', { class: 'stack' });
    takePictures(screen.element, (file) => openInEditor(file, open), until);
    // Images that are still loading would delay the requests of the next screen.
    until.addEventListener('abort', () => {
        for (const image of templates.querySelectorAll('img')) {
            if (!image.complete) image.removeAttribute('src');
        }
    });
    showResource(
        resource('/templates'),
        (list) => {
            const own = list.filter((template) => !template.isBuiltIn);
            return [
                own.length > 0 && h('h2', null, strings.yourTemplates),
                own.length > 0 && h('div', { class: 'templates' }, own.map(tile)),
                h('h2', null, strings.templates),
                h('div', { class: 'templates' }, list.filter((template) => template.isBuiltIn).map(tile)),
            ];
        },
        { into: templates, until },
    );
    const row = h(
        'div',
        { class: 'row' },
        h(
            'button',
            {
                class: 'button',
                onclick: async () => {
                    const [item] = await pickPictures({ isForMeme: true }) ?? [];
                    if (item) screen.go(memePath(item), { replace: true });
                },
            },
            icon('image'),
            strings.myPictures,
        ),
        pictureButton(
            (file) => openInEditor(file, open),
            'image/*,video/*',
            icon('image'),
            strings.fromDevice,
        ),
    );
    readMeme().then((kept) => {
        if (kept) {
            row.prepend(
                h('a', {
                    class: 'button button-primary',
                    href: `/app/memes/new${kept.search}`,
                    'data-replace': '',
                }, strings.continueDraft),
            );
        }
    });
    return h(
        'div',
        { class: 'page' },
        head({ title: strings.newMeme, back: '/app/memes' }),
        row,
        matchMedia('(hover: hover)').matches &&
            h('p', { class: 'soft' }, strings.pasteOrDrop),
        templates,
        mayWrite() && h(
            'p',
            null,
            pictureButton(addFile, '.json,application/json', icon('plus'), strings.addTemplate),
        ),
    );
}

function tile(template) {
    const link = h(
        'a',
        {
            class: 'template',
            href: `/app/memes/new?template=${encodeURIComponent(template.id)}`,
            'data-replace': '',
        },
        h('img', {
            src: `/images/${encodeURIComponent(template.id)}.jpg?width=320`,
            alt: '',
            loading: 'lazy',
            decoding: 'async',
        }),
        h('b', { dir: 'auto' }, strings.templateNames[template.id] ?? template.name),
    );
    if (template.isBuiltIn || !mayWrite()) return link;
    return h(
        'div',
        { class: 'template-own' },
        link,
        iconButton(
            strings.moreFor(template.name),
            'more',
            (event) => templateMenu(event.currentTarget, template),
        ),
    );
}
