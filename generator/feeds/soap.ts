/** Requests to services that speak SOAP 1.1: what is asked stands in the body of a POST, one address for everything. */
import type { FeedRequest } from './provider.ts';

/** `action` where the service looks at the header of that name and not at the body alone. */
export function soapRequest(url: string, body: string, action?: string): FeedRequest {
  return {
    method: 'POST',
    url,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', ...(action === undefined ? {} : { SOAPAction: action }) },
    body:
      '<?xml version="1.0" encoding="utf-8"?>' +
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
      `<soap:Body>${body}</soap:Body></soap:Envelope>`,
  };
}
