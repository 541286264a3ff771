/** A millionth of a degree is a tenth of a metre. */
const round = (degrees) => Math.round(degrees * 1e6) / 1e6;

/**
 * Where the reader is, as the browser tells.
 *
 * @returns {Promise<{ latitude: number, longitude: number }>}
 * @throws {Error} It does not; the message says what to do instead.
 */
export function currentPosition() {
    return new Promise((resolve, reject) => {
        const fail = (text) => reject(new Error(text));
        if (!navigator.geolocation || !isSecureContext) {
            return fail(
                'The browser tells positions only on encrypted connections. Search the place, or move the map there.',
            );
        }
        navigator.geolocation.getCurrentPosition(
            ({ coords }) => resolve({ latitude: round(coords.latitude), longitude: round(coords.longitude) }),
            (error) =>
                fail(
                    error.code === 1
                        ? 'The browser may not tell where you are. Allow it for this page, or search the place.'
                        : 'Your position could not be found. Search the place, or move the map there.',
                ),
            { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true },
        );
    });
}
