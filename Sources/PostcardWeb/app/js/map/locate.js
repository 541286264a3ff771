import { toast } from '../base/toast.js';

/** Asks the browser where the reader is, and says what to do instead where it does not tell. */
export function locate(found) {
    if (!navigator.geolocation || !isSecureContext) {
        toast('The browser tells positions only on encrypted connections. Search the place, or move the map there.');
        return;
    }
    const failed = error => toast(error.code === 1
        ? 'The browser may not tell where you are. Allow it in the settings of this page, or search the place.'
        : 'Your position could not be found. Search the place, or move the map there.');
    navigator.geolocation.getCurrentPosition(({ coords }) => found(coords), failed, { timeout: 10_000, maximumAge: 60_000 });
}
