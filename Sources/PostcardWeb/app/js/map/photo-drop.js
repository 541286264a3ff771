import { send } from '../base/api.js';
import { h } from '../base/dom.js';
import { complain, toast } from '../base/toast.js';
import { plural } from '../base/words.js';
import { pinsChanged } from './pin-actions.js';

/**
 * Drops a pin where each photo was taken, as the photo itself says.
 *
 * @param {Iterable<File>} files
 * @returns {Promise<any[]>} The pins.
 */
export async function dropPinsFor(files) {
    const pins = [];
    const close = toast('Reading where the photos were taken …');
    for (const file of files) {
        const body = new FormData();
        body.append('photo', file, file.name);
        try {
            pins.push((await send('POST', '/library/pins', { body })).value);
        } catch (problem) {
            complain(Object.assign(problem, { message: `${file.name}: ${problem.message}` }));
        }
    }
    close();
    await pinsChanged();
    if (pins.length > 1) toast(`${plural(pins.length, 'pin')} dropped`);
    return pins;
}

/** Asks for photos; answers them, none when nothing was chosen. */
export function choosePhotos() {
    return new Promise(resolve => {
        const input = h('input', { type: 'file', accept: 'image/*', multiple: true });
        input.addEventListener('change', () => resolve([...input.files ?? []]));
        input.addEventListener('cancel', () => resolve([]));
        input.click();
    });
}
