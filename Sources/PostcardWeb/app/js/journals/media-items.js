import { file } from '../base/pictures.js';
import { dayAndTimeOf } from '../base/time.js';

/** The pictures and videos of entries, as grids and the viewer show them; `number` counts from 1 in each entry. */
export function mediaItems(entries) {
    return entries.flatMap(entry => entry.media.map((medium, index) => {
        const path = `/library/entries/${entry.id}/media/${index + 1}`;
        const isVideo = medium.kind === 'video';
        const title = medium.title || medium.name || (isVideo ? 'Video' : 'Picture');
        const licence = medium.license && !medium.license.allowsDerivatives
            ? `${medium.license.name} does not allow changed versions, so no meme can be made of it.` : null;
        return { id: `${entry.id}/${index + 1}`, entry: entry.id, number: index + 1, kind: medium.kind, path, blob: medium.blob,
            width: medium.width ?? 4, height: medium.height ?? 3, length: medium.duration, title,
            file: file(path, medium.blob), name: medium.name ?? `picture.${medium.format}`, credit: medium.credit, refusal: licence,
                shareID: entry.id, meme: isVideo && medium.license ? null : `/app/memes/new?entry=${entry.id}&number=${index + 1}`,
            caption: [title, dayAndTimeOf(medium.dateTaken), medium.credit].filter(Boolean).join(' · ') };
    }));
}
