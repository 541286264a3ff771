import { dialog } from '../base/dialog.js';
import { fill, h } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { keys } from '../base/keys.js';
import { choices, picture } from '../base/pictures.js';
import { go } from '../base/router.js';
import { mayWrite } from '../base/api.js';
import { dayAndTimeOf, lengthOf } from '../base/time.js';

const nameOf = medium => medium.title || medium.name || (medium.kind === 'video' ? 'Video' : 'Picture');

/** A picture, or a video that plays: where the browser cannot play it, its poster and the file. */
function shown(medium, isPlaying) {
    const still = () => h('img', { class: 'medium-large', src: picture(medium.path, medium.blob, Math.min(innerWidth, 1200)), srcset: choices(medium.path, medium.blob), sizes: '100vw', alt: nameOf(medium), width: medium.width ?? null, height: medium.height ?? null });
    if (medium.kind !== 'video') return still();
    const file = `${medium.path}/file`;
    const video = h('video', { class: 'medium-large', controls: true, playsinline: true, preload: 'metadata', poster: picture(medium.path, medium.blob, 900), src: file, 'aria-label': nameOf(medium) });
    video.addEventListener('error', () => video.replaceWith(h('div', { class: 'stack' }, still(), h('p', { role: 'alert' }, 'This browser cannot play this video. Download it to see it.'), h('a', { class: 'button', href: file, download: medium.name ?? '' }, icon('download'), 'Download'))));
    if (isPlaying) video.autoplay = true;
    return video;
}

const row = (name, text, run, kind = '') => run && h('button', { type: 'button', class: ['button', kind], onclick: run }, icon(name), text);

function buttons(medium, { remove, select, share }, close) {
    return [
        medium.kind === 'picture' && mayWrite() && row('meme', 'Meme', () => { close(); go(`/app/memes/new?entry=${medium.entry}&number=${medium.number}`); }),
        row('share', 'Share', () => { close(); share(); }), select && row('select', 'Select', () => { close(); select(); }), remove && row('trash', 'Delete', () => { close(); remove(); }, 'button-danger'),
    ];
}

/** A larger view with what can be done, as a press on a tile opens it. */
export function peekAt(medium, actions) {
    const content = h('div', { class: 'peek' });
    const box = dialog({ title: nameOf(medium), content });
    const close = () => box.close();
    fill(content, shown(medium, false), h('p', { class: 'soft small' }, about(medium)),
        h('div', { class: 'row' }, medium.kind === 'video' && row('play', 'Play', () => { const video = content.querySelector('video'); video?.play(); video?.focus(); }), buttons(medium, actions, close)));
}

/** Pictures and videos one by one, over all of the screen. */
export function viewMedia(media, start, actions) {
    let at = start;
    const content = h('div', { class: 'media-view' });
    const box = dialog({ title: nameOf(media[at]), content, kind: 'full' });
    const stop = new AbortController();
    box.closed.then(() => stop.abort());
    const step = by => { at = (at + by + media.length) % media.length; show(); };
    const arrow = (name, text, by) => h('button', { type: 'button', class: 'icon-button', 'aria-label': text, onclick: () => step(by) }, icon(name));
    function show() {
        const medium = media[at];
        const title = box.element.querySelector('h2');
        if (title) title.textContent = nameOf(medium);
        fill(content, shown(medium, medium.kind === 'video'), h('div', { class: 'row row-center' }, media.length > 1 && [arrow('back', 'The one before', -1), h('span', { role: 'status' }, `${at + 1} of ${media.length}`), arrow('next', 'The next one', 1)]),
            medium.text?.trim() && h('p', { class: 'written' }, medium.text), h('p', { class: 'soft small' }, about(medium)), h('div', { class: 'row row-center' }, buttons(medium, actions(medium), () => box.close())));
    }
    keys({ ArrowRight: ['Next', () => step(1)], ArrowLeft: ['Before', () => step(-1)], Delete: ['Delete', () => { const { remove } = actions(media[at]); if (!remove) return false; box.close(); remove(); }] }, { until: stop.signal, root: box.element });
    let down = 0;
    content.addEventListener('pointerdown', event => { down = event.isPrimary ? event.clientX : 0; });
    content.addEventListener('pointerup', event => { const by = event.clientX - down; if (event.pointerType === 'touch' && down && Math.abs(by) > 60 && media.length > 1) step(by < 0 ? 1 : -1); });
    show();
}

const about = medium => [dayAndTimeOf(medium.dateTaken), medium.duration && lengthOf(medium.duration), medium.credit, medium.license?.name].filter(Boolean).join(' · ');
