import { Problem } from './api.js';
import { complain } from './toast.js';

/**
 * A function of a module that is loaded when it is first called: what opens over a screen is not needed to
 * show it. A module that cannot be had is complained about, and the answer is undefined.
 *
 * @param {() => Promise<any>} load
 * @param {string} name
 */
export const later = (load, name) => async (...values) => {
    const module = await load().catch((error) => {
        complain(Problem.from(error));
    });
    return module?.[name](...values);
};

/** As in `dialog.js`, `share.js` and `undo.js`. */
export const ask = later(() => import('./dialog.js'), 'ask');
export const askForText = later(() => import('./dialog.js'), 'askForText');
export const openMenu = later(() => import('./dialog.js'), 'openMenu');
export const share = later(() => import('./share.js'), 'share');
export const showShortcuts = later(() => import('./dialog.js'), 'showShortcuts');
export const offerUndo = later(() => import('./undo.js'), 'offerUndo');
export const undoLast = later(() => import('./undo.js'), 'undoLast');
/**
 * For screens that show what is deleted until it is; others take it away before, and have the module at hand.
 */
export const deleteWithUndo = later(() => import('./undo.js'), 'deleteWithUndo');
