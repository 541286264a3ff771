import { forget, refreshList, resource } from '../base/api.js';
import { share } from '../base/later.js';
import { deleteWithUndo } from '../base/undo.js';

/** The name of a meme's file, made of its words. */
export function fileName(meme) {
    const words = meme.texts.join(' ').normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 50);
    return `${words || 'meme'}.${{ jpeg: 'jpg' }[meme.format] ?? meme.format ?? 'jpg'}`;
}

/** Shares a meme. */
export const shareMeme = meme => share({ title: meme.texts.filter(Boolean).join(' ') || 'A meme', ids: [meme.id],
    file: { path: `/library/memes/${meme.id}/file`, name: fileName(meme) } });

/** Deletes a meme; it leaves the gallery at once. */
export function deleteMeme(id) {
    const all = resource('/library/memes');
    const before = all.value.peek();
    if (before) all.take(before.filter(meme => meme.id !== id));
    forget(`/library/memes/${id}`);
    return deleteWithUndo([id], { text: 'Meme deleted', putBack: () => { if (before) all.take(before); },
        changed: () => { refreshList('/library/memes'); refreshList('/library/deleted'); } });
}
