import { share } from '../base/later.js';
import { deleteFromList } from '../base/undo.js';

/** The name of a meme's file, made of its words. */
export function fileName(meme) {
    const words = meme.texts.join(' ').normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 50);
    return `${words || 'meme'}.${{ jpeg: 'jpg' }[meme.format] ?? meme.format ?? 'jpg'}`;
}

/** Shares a meme. */
export const shareMeme = meme => share({ title: meme.texts.filter(Boolean).join(' ') || 'A meme', ids: [meme.id],
    file: { path: `/library/memes/${meme.id}/file`, name: fileName(meme) } });

/** Deletes a meme; it leaves the gallery at once. */
export const deleteMeme = id => deleteFromList('/library/memes', id, 'Meme deleted');
