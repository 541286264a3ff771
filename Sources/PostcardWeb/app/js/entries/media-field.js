import { fill, h } from '../base/dom.js';
import { takeFiles } from '../base/drops.js';
import { icon } from '../base/icons.js';
import { later } from '../base/later.js';
import { picture } from '../base/pictures.js';
import { size } from '../base/words.js';

const capture = later(() => import('../journals/capture.js'), 'capture');
const pickPhotos = later(() => import('../memes/photo-picker.js'), 'pickPhotos');

/**
 * The pictures and videos of an entry that is written: those it has, files, and photos of albums.
 *
 * @param {{ entry: any, draft: any, changed: () => void, describedBy: string, dropsOn: Element, until: AbortSignal }} options `dropsOn` takes
 *   files that are dropped.
 */
export function mediaField({ entry, draft, changed, describedBy, dropsOn, until }) {
    const before = (entry?.media ?? []).map((medium,
        at) => ({ kind: 'kept', number: at + 1, medium, path: `/library/entries/${entry.id}/media/${at + 1}` }));
    let items = draft?.items.map(item => item.kind === 'kept' ? before[item.number - 1] : item).filter(Boolean) ?? before;
    const tiles = h('ul', { class: 'chosen-media' });
    const input = (accept, takes) => h('input', { type: 'file', accept, multiple: !takes, capture: takes ? 'environment' : null,
        class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true',
        onchange: event => { add([...event.target.files]); event.target.value = ''; } });
    const [files, camera] = [input('image/*,video/*', false), input('image/*', true)];
    const add = list => { items = [...items, ...list.map(file => ({ kind: 'file', file }))]; show(); changed(); };
    const button = (name, text, run) => h('button', { class: 'button', 'aria-describedby': describedBy, onclick: run }, icon(name),
        text);
    const first = button('image', 'From this device', () => files.click());

    function tile(item, at) {
        const name = item.kind === 'kept' ? item.medium.title || item.medium.name || `Picture ${at + 1}` : item.kind === 'photo' ? item.photo.title
            || 'Photo' : item.file.name;
        return h('li', null, thumbnail(item), h('span', { class: 'small one-line' },
            item.kind === 'file' ? `${name} · ${size(item.file.size)}` : name),
            h('button', { class: 'icon-button chosen-remove', 'aria-label': `Remove ${name}`,
                onclick: () => { items = items.filter(each => each !== item); show(); changed(); first.focus(); } }, icon('close')));
    }

    function show() {
        fill(tiles, items.map(tile));
        tiles.hidden = !items.length;
    }
    show();

    const element = h('fieldset', { class: 'choice' }, h('legend', { class: 'field' }, 'Pictures and videos'), files, camera, tiles,
        h('div', { class: 'row' }, first,
        button('camera', 'Camera', async () => { if (matchMedia('(pointer: coarse)').matches) return camera.click();
            const file = await capture('picture'); if (file) add([file]); }),
        button('map', 'From an album', async () => { const photos = await pickPhotos({ title: 'Photos of the albums', isMultiple: true });
            if (photos?.length) { items = [...items, ...photos.map(photo => ({ kind: 'photo', photo }))]; show(); changed(); } })));
    takeFiles(dropsOn, add, until);

    return {
        element, items: () => items, focus: () => first.focus(),
        isChanged: () => items.length !== before.length || items.some((item, at) => item !== before[at]),
        /** The parts of a form that the service needs to know: which of those before stay, photos and files. */
        parts() {
            if (!this.isChanged()) return [];
            const kept = items.filter(item => item.kind === 'kept').map(item => item.number);
            return [...kept.length ? [['keep', kept.join(',')]] : [], ...items.flatMap(item => item.kind === 'photo' ? [['photo', item.photo.id]]
                : item.kind === 'file' ? [['media', item.file]] : [])];
        },
    };
}

function thumbnail(item) {
    if (item.kind === 'kept') return h('img', { src: picture(item.path, item.medium.blob, 120), alt: '' });
    if (item.kind === 'photo') return h('img', { src: picture(`/library/photos/${item.photo.id}`, item.photo.blob, 120), alt: '' });
    if (!item.file.type.startsWith('image/') || /hei[cf]/.test(item.file.type)) return h('span', { class: 'chosen-blank' },
        icon(item.file.type.startsWith('video/') ? 'video' : 'image'));
    const url = URL.createObjectURL(item.file);
    return h('img', { src: url, alt: '', onload: () => URL.revokeObjectURL(url), onerror: () => URL.revokeObjectURL(url) });
}
