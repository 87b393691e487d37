//! A server on the loopback interface that answers by a function, for tests.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;

/// What a client asked: the path and the header lines, in lower case.
pub struct Asked {
    pub path: String,
    pub headers: Vec<String>,
}

/// A server that answers by a function of the request and its number, counted from 0. It ends with
/// the test.
pub struct Server {
    pub base: String,
    pub log: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    pub fn new(answer: impl Fn(&Asked, usize) -> Vec<u8> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let log: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (answer, kept) = (Arc::new(answer), Arc::clone(&log));
        thread::spawn(move || {
            for connection in listener.incoming() {
                let (answer, log, mut connection) =
                    (Arc::clone(&answer), Arc::clone(&kept), connection.unwrap());
                thread::spawn(move || {
                    let mut lines = BufReader::new(connection.try_clone().unwrap())
                        .lines()
                        .map_while(Result::ok)
                        .take_while(|l| !l.is_empty());
                    let Some(first) = lines.next() else { return };
                    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
                    let asked =
                        Asked { path, headers: lines.map(|line| line.to_lowercase()).collect() };
                    let number = log.lock().unwrap().len();
                    let bytes = answer(&asked, number);
                    log.lock().unwrap().push(asked);
                    // The client may have gone: that is what some tests are about.
                    let _ = connection.write_all(&bytes);
                });
            }
        });
        Server { base, log }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    pub fn count(&self) -> usize {
        self.log.lock().unwrap().len()
    }
}

/// An answer with these header lines and this body; its length is said.
pub fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut out =
        format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n", body.len())
            .into_bytes();
    for line in headers.lines().map(str::trim).filter(|line| !line.is_empty()) {
        out.extend_from_slice(line.as_bytes());
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b"\r\n");
    out.extend_from_slice(body);
    out
}
