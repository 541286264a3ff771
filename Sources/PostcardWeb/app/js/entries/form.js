import { dialog } from '../base/dialog.js';

/** An overlay that is still to be written. */
export default async function placeholder(screen) {
    await dialog({ title: 'Nothing here yet', content: '', until: screen.until }).closed;
    if (!screen.until.aborted) screen.back('/app/');
}
