import { strings } from '../strings/pins.js';

/** A millionth of a degree is about a tenth of a meter. */
const round = (degrees) => Math.round(degrees * 1e6) / 1e6;

/**
 * Returns the user's location, as reported by the browser.
 *
 * @returns {Promise<{ latitude: number, longitude: number }>}
 * @throws {Error} The location is unavailable; the message says what to do instead.
 */
export function currentPosition() {
    return new Promise((resolve, reject) => {
        const fail = (text) => reject(new Error(text));
        if (!navigator.geolocation || !isSecureContext) {
            return fail(
                strings.locationNeedsHTTPS,
            );
        }
        navigator.geolocation.getCurrentPosition(
            ({ coords }) => resolve({ latitude: round(coords.latitude), longitude: round(coords.longitude) }),
            (error) =>
                fail(
                    error.code === 1 ? strings.locationDenied : strings.locationUnknown,
                ),
            { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true },
        );
    });
}
