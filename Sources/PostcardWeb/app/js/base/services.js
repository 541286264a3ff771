import { mayWrite, session } from './api.js';
import { settings } from './theme.js';

/** The services as people call them. */
const names = {
    flickr: 'Flickr',
    commons: 'Wikimedia Commons',
    nominatim: 'OpenStreetMap',
    foursquare: 'Foursquare',
};

/** Whether the service runs on this computer, and not elsewhere in the network. */
export const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname);

/** The name of a service for people. */
export const serviceName = (key) => names[key] ?? key;

/** The name of the host of map tiles, of the template of their addresses. */
export const tileHost = (url) => new URL(url.replace(/[{}]/g, ''), location.href).host;

/** The name of the service that albums get their photos from; empty where none is set up. */
export function photoService() {
    const { sources = [] } = session.value || {};
    const chosen = settings().value.peek()?.source ?? 'auto';
    return serviceName(chosen === 'auto' ? sources[0] ?? '' : chosen);
}

/** The name of the service that searches for places go to; empty where there is none, or it is switched off. */
export function placeService() {
    const isOff = settings().value.peek()?.['place-lookups'] === 'off';
    return mayWrite() && !isOff ? serviceName(session.value.places ?? '') : '';
}
