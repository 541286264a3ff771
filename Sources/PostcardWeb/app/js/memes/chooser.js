import { resource } from '../base/api.js';
import { h, icon } from '../base/dom.js';
import { later } from '../base/later.js';
import { head, showResource } from '../base/states.js';
import { letter, pictureButton, readMeme, takePictures } from './preview.js';

const pickPhotos = later(() => import('./photo-picker.js'), 'pickPhotos');

/** What a new meme can be made of: a photo of an album, a picture of one's own, or a template. */
export function chooser(screen, until) {
    // In the chooser's place: whoever closes the finished meme is done with choosing.
    const open = (query) => screen.go(`/app/memes/new?${query}`, { replace: true });
    const templates = h('div');
    takePictures(screen.element, (file) => letter(file, open), until);
    // Pictures that are still on their way would hold up what the next screen asks for.
    until.addEventListener('abort', () => {
        for (const image of templates.querySelectorAll('img')) {
            if (!image.complete) image.removeAttribute('src');
        }
    });
    showResource(
        resource('/templates'),
        (list) =>
            h(
                'div',
                { class: 'templates' },
                list.map((template) =>
                    h(
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
                        h('b', null, template.name),
                    )
                ),
            ),
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
                    const [photo] = await pickPhotos({ title: 'Choose a photo', isForMeme: true }) ?? [];
                    if (photo) open(`photo=${photo.id}`);
                },
            },
            icon('map'),
            'Photo from an album',
        ),
        pictureButton(
            (file) => letter(file, open),
            'image/*,video/*',
            icon('image'),
            'Photo or video from this device',
        ),
    );
    readMeme().then((kept) => {
        if (kept) {
            row.prepend(
                h('a', {
                    class: 'button button-primary',
                    href: `/app/memes/new${kept.search}`,
                    'data-replace': '',
                }, 'Go on with your draft'),
            );
        }
    });
    return h(
        'div',
        { class: 'page' },
        head({ title: 'New meme', back: '/app/memes' }),
        row,
        matchMedia('(hover: hover)').matches &&
            h('p', { class: 'soft' }, 'Or paste a picture, or drop one here.'),
        h('h2', null, 'Templates'),
        templates,
    );
}
