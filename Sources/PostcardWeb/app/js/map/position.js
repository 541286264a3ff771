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
                'Your browser shares your location only over HTTPS. Search for the place, or move the map to it.',
            );
        }
        navigator.geolocation.getCurrentPosition(
            ({ coords }) => resolve({ latitude: round(coords.latitude), longitude: round(coords.longitude) }),
            (error) =>
                fail(
                    error.code === 1
                        ? 'The browser is not allowed to share your location. Allow it for this page, or search for the place.'
                        : 'Your location could not be determined. Search for the place, or move the map to it.',
                ),
            { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true },
        );
    });
}
