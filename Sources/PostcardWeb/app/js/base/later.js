import { Problem } from './api.js';
import { complain } from './toast.js';

/**
 * Returns a function that loads its module on the first call. Used for everything that opens over a screen. If
 * loading fails, a message is shown, and the result is undefined.
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

/** The functions from `dialog.js`, `share.js` and `undo.js`. */
export const ask = later(() => import('./dialog.js'), 'ask');
export const askForText = later(() => import('./dialog.js'), 'askForText');
export const openMenu = later(() => import('./dialog.js'), 'openMenu');
export const share = later(() => import('./share.js'), 'share');
export const showShortcuts = later(() => import('./dialog.js'), 'showShortcuts');
export const offerUndo = later(() => import('./undo.js'), 'offerUndo');
export const undoLast = later(() => import('./undo.js'), 'undoLast');
/** For screens that show items until the deletion ends. Screens that hide items at once import the module. */
export const deleteWithUndo = later(() => import('./undo.js'), 'deleteWithUndo');
