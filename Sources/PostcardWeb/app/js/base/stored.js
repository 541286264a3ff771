/** Returns the value of JSON text that this browser stored; null for missing text and text that is not JSON. */
export function parsed(text) {
    try {
        return JSON.parse(text ?? 'null');
    } catch {
        return null;
    }
}
