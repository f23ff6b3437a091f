# What a program does with the methods that Perl's OpenAPI::Client makes of the description.
use strict;
use warnings;
use JSON::PP;
use OpenAPI::Client;

my ($description, $host, $key) = @ARGV;
my $client = OpenAPI::Client->new($description, coerce => 1);
$client->base_url(Mojo::URL->new("$host/v1"));
$client->ua->on(start => sub { $_[1]->req->headers->header('Subscription-Key' => $key) });
my $latest = $client->call(getLatest => {provider => 'ECB', currencies => ['USD', 'GBP']})->res->json;
my $refused = $client->call(getLatest => {provider => 'NOBODY'})->res->json;
my $missing = $client->call(getConvert => {})->res->json;
print encode_json([$latest->{exchangeRates}{USD}, $refused->{errorCode}, $missing->{errors}[0]{path}]);
