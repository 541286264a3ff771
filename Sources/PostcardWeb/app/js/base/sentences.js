import { strings as base } from '../strings/base.js';
import { strings } from '../strings/sentences.js';

const ofCode = { ...strings, internalError: base.internalError };

const codeOf = {
    401: 'unauthorized',
    403: 'forbidden',
    404: 'notFound',
    409: 'conflict',
    410: 'gone',
    412: 'otherVersion',
    413: 'tooLarge',
    415: 'unsupported',
    422: 'invalid',
    429: 'rateLimited',
    502: 'badGateway',
    503: 'overloaded',
    504: 'timeout',
    507: 'noSpace',
};

/**
 * Returns the app's title and text for an error code, or for the status if the code is unknown.
 *
 * @param {string | undefined} code
 * @param {number} status The HTTP status.
 * @returns {[title: string, text: string]}
 */
export const sentenceFor = (code, status = 500) =>
    ofCode[code ?? ''] ?? ofCode[codeOf[status] ?? (status < 500 ? 'badRequest' : 'internalError')];
