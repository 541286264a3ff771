import { mayWrite } from '../base/api.js';
import { keepDraft, readDraft } from '../base/drafts.js';
import { go } from '../base/router.js';
import { toast } from '../base/toast.js';

/**
 * Begins an entry with files that were dropped on a screen which has no use of its own for them; a draft that
 * is there gets them too.
 *
 * @param {File[]} files
 */
export async function beginEntry(files) {
    const media = files.filter((file) =>
        /^(image|video)\//.test(file.type) || /\.(hei[cf]|avif|jxl|mov)$/i.test(file.name)
    );
    if (!mayWrite()) return void toast('You may look at this library, but not change it.');
    if (!media.length) return void toast('Only pictures and videos can be kept here.', { isProblem: true });
    const draft = await readDraft('new');
    const isKept = await keepDraft('new', {
        text: '',
        date: '',
        ...draft,
        items: [...draft?.items ?? [], ...media.map((file) => ({ kind: 'file', file }))],
        isFresh: !draft,
    });
    if (isKept === null) {
        return void toast('This browser keeps no drafts. Add the pictures in a new entry.', {
            isProblem: true,
        });
    }
    go('/app/entries/new');
}
