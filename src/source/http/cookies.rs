//! Cookies from a file, as browsers' extensions, curl and wget write it (`cookies.txt`).

use reqwest::cookie::Jar;
use url::Url;

use crate::Error;
use crate::error::{Kind, Place};

/// Columns of a line: domain, whether subdomains count, path, whether for https alone, when it ends
/// (seconds since 1970, 0 with the session), name, value.
const COLUMNS: usize = 7;

/// A jar with the cookies of such a file; those that have ended stay out.
pub(super) fn read(text: &str, now: u64) -> Result<Jar, Error> {
    let jar = Jar::default();
    for (n, line) in text.lines().enumerate() {
        // curl marks cookies that scripts do not see so; other such lines are comments.
        let line = line.strip_prefix("#HttpOnly_").unwrap_or(line);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let bad = |what: String| {
            let place = Place { line: u32::try_from(n + 1).unwrap_or(u32::MAX), column: 1 };
            Error::new(Kind::Fetch, what).at(place).within("cookies")
        };
        let [domain, wide, path, secure, ends, name, value] = columns[..] else {
            let found = columns.len();
            let what = format!("expected {COLUMNS} columns between tabs, found {found}");
            return Err(bad(what));
        };
        let ends: u64 = ends
            .parse()
            .map_err(|_| bad(format!("expected seconds since 1970 in column 5, found `{ends}`")))?;
        if ends != 0 && ends <= now {
            continue;
        }
        let host = domain.trim_start_matches('.');
        let scheme = if secure.eq_ignore_ascii_case("true") { "https" } else { "http" };
        let url = Url::parse(&format!("{scheme}://{host}{path}"))
            .map_err(|e| bad(format!("expected a domain and a path, found `{domain}`: {e}")))?;
        let mut cookie = format!("{name}={value}; Path={path}");
        if wide.eq_ignore_ascii_case("true") {
            cookie.push_str(&format!("; Domain={host}"));
        }
        if scheme == "https" {
            cookie.push_str("; Secure");
        }
        jar.add_cookie_str(&cookie, &url);
    }
    Ok(jar)
}

#[cfg(test)]
mod tests {
    use reqwest::cookie::CookieStore;

    use super::*;

    #[test]
    fn cookies_go_where_their_file_says() {
        let text = "# Netscape HTTP Cookie File\n\
                    .salt.example\tTRUE\t/\tFALSE\t0\twide\t1\n\
                    salt.example\tFALSE\t/brine\tFALSE\t9999999999\tdeep\t2\n\
                    #HttpOnly_salt.example\tFALSE\t/\tTRUE\t0\tsafe\t3\n\
                    salt.example\tFALSE\t/\tFALSE\t1000\told\t4\n";
        let jar = read(text, 2000).unwrap_or_else(|e| panic!("{e}"));
        let cases = [
            ("http://salt.example/", "wide=1"),
            ("http://www.salt.example/", "wide=1"),
            ("http://salt.example/brine/2", "deep=2; wide=1"),
            ("https://salt.example/", "safe=3; wide=1"),
            ("http://pepper.example/", ""),
        ];
        for (address, sent) in cases {
            let url = Url::parse(address).unwrap_or_else(|e| panic!("{address}: {e}"));
            let header = jar.cookies(&url);
            let mut found: Vec<&str> =
                header.iter().flat_map(|h| h.to_str().unwrap_or("").split("; ")).collect();
            found.sort_unstable();
            assert_eq!(found.join("; "), sent, "{address}");
        }
        let error =
            read("salt.example\tFALSE\t/", 0).map_or_else(|e| e.to_string(), |_| String::new());
        assert!(error.contains("cookies:1:1") && error.contains("7 columns"), "{error}");
    }
}
