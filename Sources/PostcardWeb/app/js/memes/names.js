const wordsOf = texts => texts.map(text => text.trim()).filter(Boolean);

/** A meme's words on one line, which are its title too. */
export const titleOf = (texts, otherwise = 'Meme without words') => wordsOf(texts).join(' / ') || otherwise;

/** The name of a meme's file, made of its words. */
export function fileName(texts, format) {
    const words = texts.join(' ').normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 50);
    return `${words || 'meme'}.${{ jpeg: 'jpg' }[format] ?? format ?? 'jpg'}`;
}
