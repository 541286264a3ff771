import { mayWrite, session } from './api.js';
import { settings } from './theme.js';

/** The names of the services. */
const names = {
    flickr: 'Flickr',
    commons: 'Wikimedia Commons',
    immich: 'Immich',
    nominatim: 'OpenStreetMap',
    foursquare: 'Foursquare',
};

/** True if the service runs on this computer. */
export const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname);

/** Returns the display name of a service. */
export const serviceName = (key) => names[key.split(':')[0]] ?? key;

/** Returns the host name in a tile URL template. */
export const tileHost = (url) => new URL(url.replace(/[{}]/g, ''), location.href).host;

/** Returns the name of the photo service; empty if none is set up. */
export function photoService() {
    const { sources = [] } = session.value || {};
    const chosen = settings().value.peek()?.source ?? 'auto';
    return serviceName(chosen === 'auto' ? sources[0] ?? '' : chosen);
}

/** Returns the name of the place search service; empty if no service is set up or searches are turned off. */
export function placeService() {
    const isOff = settings().value.peek()?.['place-lookups'] === 'off';
    return mayWrite() && !isOff ? serviceName(session.value.places ?? '') : '';
}
