/** Returns the value of a JSON text that this browser stored; null for none, and for a text that is not JSON. */
export function parsed(text) {
    try {
        return JSON.parse(text ?? 'null');
    } catch {
        return null;
    }
}
