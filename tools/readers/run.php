<?php
// Runs expressions as feed readers written in PHP do, with DOMDocument and DOMXPath.
// Standard input: {"pages": [{"url", "html"}], "freshrss": {...}, "rss-bridge": {...}, "ftr": {...}},
// the values of a reader being XPath expressions by field ("format": how days are written).
// Standard output: for each page and reader what it would show, as JSON.
error_reporting(E_ERROR);

const HIDDEN = 'script|style|noscript|template|head|title|textarea|select|datalist|object|iframe';

function page(string $html): DOMXPath {
    $doc = new DOMDocument();
    $doc->recover = true;
    $doc->strictErrorChecking = false;
    $doc->loadHTML('<?xml encoding="UTF-8">' . $html, LIBXML_NONET | LIBXML_NOERROR | LIBXML_NOWARNING);
    return new DOMXPath($doc);
}

// Text that is shown: what a reader would print of the HTML.
function shown(DOMNode $node): string {
    if ($node instanceof DOMText) {
        return $node->nodeValue;
    }
    if (!($node instanceof DOMElement) || preg_match('/^(' . HIDDEN . ')$/', $node->nodeName)) {
        return '';
    }
    $out = '';
    foreach ($node->childNodes as $child) {
        $out .= shown($child);
    }
    return $out;
}

// A string, as FreshRSS asks for it: of several nodes the first counts.
function text(DOMXPath $xpath, string $expression, ?DOMNode $node = null): string {
    return (string)$xpath->evaluate("normalize-space($expression)", $node);
}

// Nodes as texts.
function texts(DOMXPath $xpath, string $expression, ?DOMNode $node = null): array {
    $found = $xpath->evaluate($expression, $node);
    return $found instanceof DOMNodeList ? array_map('shown', iterator_to_array($found)) : [$found];
}

function day(string $value, ?string $format): ?string {
    if ($value === '') {
        return null;
    }
    if ($format !== null) {
        $at = DateTime::createFromFormat($format, $value);
        return $at ? $at->format('Y-m-d') : null;
    }
    // The day in the zone that is written, as strtotime reads it.
    try {
        return (new DateTime($value))->format('Y-m-d');
    } catch (Exception $e) {
        return null;
    }
}

// Without what a site config cuts away.
function stripped(DOMXPath $xpath, array $expressions): void {
    foreach ($expressions as $expression) {
        foreach (iterator_to_array($xpath->query($expression)) as $node) {
            $node->parentNode->removeChild($node);
        }
    }
}

function item(DOMXPath $xpath, array $by, ?DOMNode $node): array {
    $out = [];
    foreach ($by as $field => $expression) {
        $out[$field] = match ($field) {
            'tags' => texts($xpath, $expression, $node),
            'body' => implode('', texts($xpath, $expression, $node)),
            'date' => day(text($xpath, $expression, $node), $by['format'] ?? null),
            default => text($xpath, $expression, $node),
        };
    }
    unset($out['format'], $out['item']);
    return $out;
}

$asked = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$said = [];
foreach ($asked['pages'] as $page) {
    $xpath = page($page['html']);
    $one = [];
    foreach (['freshrss', 'rss-bridge'] as $reader) {
        if (isset($asked[$reader]) && $page['kind'] === 'list') {
            $items = iterator_to_array($xpath->query($asked[$reader]['item']));
            $one[$reader] = array_map(fn($node) => item($xpath, $asked[$reader], $node), $items);
        }
    }
    if (isset($asked['ftr']) && $page['kind'] === 'entry') {
        $fields = $asked['ftr'];
        $body = array_intersect_key($fields, ['body' => 0]);
        $one['ftr'] = item($xpath, array_diff_key($fields, ['body' => 0, 'strip' => 0]), null);
        stripped($xpath, $fields['strip'] ?? []);
        $one['ftr'] = [$one['ftr'] + item($xpath, $body, null)];
    }
    $said[] = $one;
}
echo json_encode($said, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
