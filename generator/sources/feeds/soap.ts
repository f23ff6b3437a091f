/** Requests to services that speak SOAP 1.1: one address for all requests, and the question in the body of a POST. */
import type { FeedRequest } from './provider.ts';

/** @param action the value of the header SOAPAction, for a service that does not look at the body alone */
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
