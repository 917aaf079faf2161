// Nothing is minified, because that takes a seventh of the time of the rows. The page of app-of-reader is minified.
export default {
  experimental: { serverMinification: false, turbopackMinify: false },
  turbopack: {},
  webpack: (config) => {
    config.optimization.minimize = false;
    return config;
  },
};
